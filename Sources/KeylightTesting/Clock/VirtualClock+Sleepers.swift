public import KeylightCore

extension VirtualClock {
    /// How many tasks wait on the clock; zero at the end of a good test.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The deadlines of all waiting tasks, earliest first.
    public var deadlines: [ContinuousInstant] { state.withLock { $0.sleepers.deadlines } }

    /// The earliest deadline that somebody waits for; nil when nobody waits.
    public var nextDeadline: ContinuousInstant? { state.withLock { $0.sleepers.nextDeadline } }

    /// When the first waiting task will be woken: its deadline, later by ``wakeDelay``; nil when nobody waits.
    public var nextWake: ContinuousInstant? { state.withLock { $0.nextWake } }

    /// How late each wake-up is delivered; zero at first, and never negative.
    ///
    /// Real timers are late, by milliseconds on a busy machine and by minutes under timer coalescing. Code
    /// that is right reads the time again after it was woken.
    public var wakeDelay: Duration {
        get { .nanoseconds(state.withLock { $0.wakeDelay }) }
        set {
            let delay = max(0, newValue.wholeNanoseconds)
            state.withLock { $0.wakeDelay = delay }
        }
    }

    /// Waits until at least `count` tasks sleep on the clock; returns at once when they already do.
    ///
    /// The counterpart of moving time for tests without a ``ManualExecutor``: wait for the code under test
    /// to have registered its sleep, then move the clock. Nothing polls or yields.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForSleepers(count: Int) async throws {
        try await state.wait(for: count, of: \.sleeperCount)
    }
}
