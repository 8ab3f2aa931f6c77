import KeylightCore

/// Where a virtual clock stands: wall, true time and continuous, to the nanosecond.
struct VirtualTime: Sendable {
    /// What the user's clock shows; can be set.
    var wall: PreciseTime
    /// What a right clock would show; time alone moves it.
    var truth: PreciseTime
    /// Since boot; runs in sleep and cannot be set.
    var continuous: ContinuousInstant

    var reading: ClockReading {
        ClockReading(wall: wall.timestamp, wallFraction: wall.fraction, continuous: continuous)
    }

    /// Lets time pass on all clocks.
    mutating func pass(nanoseconds: Int64) {
        wall.move(nanoseconds: nanoseconds)
        truth.move(nanoseconds: nanoseconds)
        continuous = continuous.adding(nanoseconds: nanoseconds)
    }
}

/// A moment with a fraction of a second; saturates.
struct PreciseTime: Sendable {
    private var seconds: Int64
    /// 0 to 999,999,999.
    private(set) var fraction: Int64

    init(_ time: Timestamp) {
        seconds = time.secondsSince1970
        fraction = 0
    }

    /// The whole second in which the moment lies, also before 1970.
    var timestamp: Timestamp { Timestamp(seconds) }

    mutating func move(seconds: Int64) {
        self.seconds = Seconds.sum(self.seconds, seconds)
    }

    /// Moves forward; `nanoseconds` is never negative, as time passes one way.
    mutating func move(nanoseconds: Int64) {
        let perSecond = ContinuousInstant.nanosecondsPerSecond
        seconds = Seconds.sum(seconds, nanoseconds / perSecond)
        fraction += nanoseconds % perSecond
        if fraction >= perSecond {
            fraction -= perSecond
            seconds = Seconds.sum(seconds, 1)
        }
    }
}
