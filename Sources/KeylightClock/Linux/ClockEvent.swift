/// Why whoever waits for the machine's clocks goes on.
enum ClockEvent: Sendable, Hashable {
    /// The wall clock was set, by hand, by a time server, or after suspend.
    case wallClockSet
    /// A while has passed; a good moment to see whether the machine has slept.
    case interval
    /// Nobody wants to know any longer.
    case stopped
}

/// Waits for something to happen to the machine's clocks; the seam between the rule and the kernel.
protocol ClockEventWaiting: AnyObject, Sendable {
    /// Blocks the calling thread until something has happened.
    func wait() -> ClockEvent

    /// Makes `wait()` return ``ClockEvent/stopped`` from now on; from any thread.
    func stop()
}
