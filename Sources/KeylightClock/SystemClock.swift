public import KeylightCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The machine's own clocks; the only type in the package that reads one.
public struct SystemClock: LicenseClock {
    /// Makes the system clock.
    public init() {}

    /// Reads the wall clock, and the clock that counts from boot and runs on in sleep.
    public func now() -> ClockReading {
        let wall = Self.read(CLOCK_REALTIME)
        return ClockReading(
            wall: Timestamp(Int64(wall.tv_sec)),
            wallFraction: Int64(wall.tv_nsec),
            continuous: ContinuousInstant(nanoseconds: Self.continuousNanoseconds())
        )
    }

    /// Waits on the continuous clock.
    ///
    /// The system may be late, above all after sleep of the machine; callers read the time again.
    public func sleep(until deadline: ContinuousInstant) async throws {
        let remaining = Seconds.difference(deadline.nanoseconds, Self.continuousNanoseconds())
        guard remaining > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(for: .nanoseconds(remaining), clock: .continuous)
    }

    private static func continuousNanoseconds() -> Int64 {
        #if canImport(Darwin)
            // CLOCK_MONOTONIC_RAW is mach_continuous_time in nanoseconds: it runs in sleep.
            nanoseconds(CLOCK_MONOTONIC_RAW)
        #else
            // CLOCK_MONOTONIC stands still in suspend on Linux; CLOCK_BOOTTIME does not.
            nanoseconds(CLOCK_BOOTTIME)
        #endif
    }

    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        let time = read(clock)
        let seconds = Seconds.product(Int64(time.tv_sec), ContinuousInstant.nanosecondsPerSecond)
        return Seconds.sum(seconds, Int64(time.tv_nsec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        // It fails only for a clock that does not exist, and then leaves zero: a clock that is "not set".
        _ = clock_gettime(clock, &time)
        return time
    }
}
