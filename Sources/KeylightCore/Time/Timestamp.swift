/// A moment in whole seconds since 1970-01-01 00:00 UTC.
///
/// Licences live on epoch seconds alone: no calendar, no time zone and no daylight-saving rule can move
/// them. All arithmetic saturates, so that a hostile number from the wire or the disk can make a date
/// absurd but can never trap.
///
/// ```swift
/// let issued = Timestamp(1_772_323_200)          // 2026-03-01 00:00:00 UTC
/// let expires = issued.adding(7 * Seconds.day)   // a week later
/// ```
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01 00:00 UTC; negative before that.
    public var secondsSince1970: Int64

    /// Makes the moment that lies this many seconds after 1970-01-01 00:00 UTC.
    public init(_ secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// The moment `seconds` later (earlier when negative); saturates at the ends of `Int64`.
    public func adding(_ seconds: Int64) -> Timestamp {
        Timestamp(Seconds.sum(secondsSince1970, seconds))
    }

    /// Seconds from `other` to this moment, negative when this one is earlier; saturates.
    public func seconds(since other: Timestamp) -> Int64 {
        Seconds.difference(secondsSince1970, other.secondsSince1970)
    }

    /// Whether the left one comes first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension Timestamp: Codable {
    /// Reads the value from one encoded value; throws when it is not one.
    public init(from decoder: any Decoder) throws {
        secondsSince1970 = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the value as one encoded value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secondsSince1970)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in UTC, such as `2026-03-01T00:00:00Z`, or the bare number outside the years 1 to 9999.
    public var description: String { CivilTime(self)?.iso8601 ?? "\(secondsSince1970)s" }
}
