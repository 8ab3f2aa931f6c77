/// A moment on the continuous clock: nanoseconds since some origin of this boot, running on in sleep.
///
/// Ages and deadlines inside a process are measured on it, since nobody can set it. It says nothing
/// across a restart of the machine and is never stored. Arithmetic saturates.
public struct ContinuousInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// Makes the instant that lies this many nanoseconds after the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Nanoseconds in one second.
    public static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The instant `seconds` later (earlier when negative); saturates.
    public func adding(seconds: Int64) -> ContinuousInstant {
        adding(nanoseconds: Seconds.product(seconds, Self.nanosecondsPerSecond))
    }

    /// The instant `nanoseconds` later (earlier when negative); saturates.
    public func adding(nanoseconds: Int64) -> ContinuousInstant {
        ContinuousInstant(nanoseconds: Seconds.sum(self.nanoseconds, nanoseconds))
    }

    /// Whole seconds from `other` to this instant, rounded towards zero; saturates.
    public func seconds(since other: ContinuousInstant) -> Int64 {
        Seconds.difference(nanoseconds, other.nanoseconds) / Self.nanosecondsPerSecond
    }

    /// Whether the left one comes first.
    public static func < (left: ContinuousInstant, right: ContinuousInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
