public import KeylightCore

/// The time, as the SDK sees it: read both clocks, or wait on the continuous one.
///
/// Everything that depends on time takes one of these, so that a test moves time by hand and a rule about
/// ten days is tested in microseconds. ``SystemClock`` is the real one.
public protocol LicenseClock: Sendable {
    /// Reads the wall clock and the continuous clock together.
    func now() -> ClockReading

    /// Waits until the continuous clock has reached `deadline`; returns at once when it already has.
    ///
    /// - Throws: `CancellationError` as soon as the waiting task is cancelled.
    func sleep(until deadline: ContinuousInstant) async throws
}
