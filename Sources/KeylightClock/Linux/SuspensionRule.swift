import KeylightCore

/// What an event of the machine's clocks is worth telling, as a pure value.
struct SuspensionRule: Sendable {
    private var suspended: Int64

    /// Less than this is the time that passes between the reads of two clocks, and no sleep.
    static let leastSleep: Int64 = ContinuousInstant.nanosecondsPerSecond / 2

    /// Starts at a reading of ``SystemClock/suspendedNanoseconds()``.
    init(suspended: Int64) {
        self.suspended = suspended
    }

    /// The hints of one event.
    ///
    /// A machine that wakes up has its wall clock set from the hardware's clock. That is part of waking up, so
    /// it is told once, as such.
    ///
    /// - Parameter now: a new reading of ``SystemClock/suspendedNanoseconds()``.
    mutating func hints(after event: ClockEvent, suspended now: Int64) -> [SystemHint] {
        guard event != .stopped else { return [] }
        let slept = Seconds.difference(now, suspended)
        if slept >= Self.leastSleep {
            suspended = now
            return [.woke]
        }
        return event == .wallClockSet ? [.clockChanged] : []
    }
}
