import Keylight

/// Moves a demo's time on, and never before everything that belongs to the present moment is done.
///
/// Requests are real and take what they take; time stands still for them. Only when nothing moves any more,
/// and no request is under way, does the clock go to the moment that the next sleeper waits for.
struct DemoTime: Sendable {
    let tracker: WorkTracker
    let clock: DemoClock

    /// Nothing is left that could end the call.
    struct Stuck: Error, CustomStringConvertible {
        var description: String { "the call waits, and nothing is left that could end it" }
    }

    init(start: Timestamp = DemoClock.defaultStart) {
        tracker = WorkTracker(base: SystemBackgroundRunner(priority: .userInitiated))
        clock = DemoClock(start: start, tracker: tracker)
    }

    var now: Timestamp { clock.now().wall }

    /// Lets time pass up to a second of the wall clock, with whatever is planned meanwhile.
    func pass(until second: Timestamp) async {
        await pass(until: clock.instant(of: second))
    }

    private func pass(until instant: ContinuousInstant) async {
        repeat { await tracker.quiet() } while clock.moveToNextSleeper(notAfter: instant)
        await tracker.quiet()
    }

    /// Lets time pass as with the lid closed: nothing runs until that second of the wall clock.
    func sleep(until second: Timestamp) async {
        await tracker.quiet()
        clock.suspend(until: clock.instant(of: second))
        await tracker.quiet()
    }

    /// Lets whole seconds pass; a fraction of the present one is cut off.
    func pass(_ seconds: Int64) async {
        await pass(until: now.adding(seconds))
    }

    /// Lets the rest of the present second of the wall clock pass, but for its last nanosecond.
    ///
    /// What is planned for a second happens within it: whoever plans knows whole seconds only.
    func passRestOfSecond() async {
        await pass(until: clock.instant(of: now.adding(1)).adding(nanoseconds: -1))
    }

    /// Makes a call, and moves time on for as long as the call waits for it, as between two attempts.
    ///
    /// - Throws: what the call throws, or ``Stuck``.
    @discardableResult
    func call<Value: Sendable>(_ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
        tracker.callBegins()
        async let value = tracker.counting(call)
        await tracker.quiet()
        while tracker.hasCalls {
            let next = clock.now().continuous.adding(seconds: Seconds.day)
            guard clock.moveToNextSleeper(notAfter: next) else { throw Stuck() }
            await tracker.quiet()
        }
        return try await value
    }
}
