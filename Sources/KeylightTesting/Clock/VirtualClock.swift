public import KeylightClock
public import KeylightCore

/// A clock that a test moves by hand.
///
/// It stands still until it is told otherwise. Sleepers are woken in the order of their deadlines, those
/// with the same deadline in the order in which they came; a cancelled sleep leaves nothing behind.
///
/// Best used through ``Simulation``, which lets all woken code run before time moves on. It also works
/// alone: when the code under test runs on Swift's own threads, wait for its sleep before moving time.
///
/// ```swift
/// let clock = VirtualClock()
/// let task = Task { try await reminder(clock: clock) }   // sleeps for an hour
/// try await clock.waitForSleepers(count: 1)              // it has really registered its sleep
/// clock.advance(by: Seconds.hour)
/// ```
public final class VirtualClock: LicenseClock {
    let state: Locked<State>

    struct State: Sendable {
        var time: VirtualTime
        var sleepers = SleeperQueue()
        var sleeperCount = AwaitableCount()
        var wakeDelay: Int64 = 0

        /// Up to which deadline sleepers are due now; late timers lag behind the clock.
        var dueDeadline: ContinuousInstant {
            ContinuousInstant(nanoseconds: Seconds.difference(time.continuous.nanoseconds, wakeDelay))
        }

        /// When the first sleeper is to be woken.
        var nextWake: ContinuousInstant? { sleepers.nextDeadline?.adding(nanoseconds: wakeDelay) }

        /// Takes out those who are due, and brings the count up to date.
        mutating func removeDue() -> [Resumption] {
            let due = sleepers.removeDue(at: dueDeadline)
            _ = sleeperCount.set(sleepers.count)
            return due
        }
    }

    /// 2026-03-01 00:00:00 UTC, where simulated time begins unless a test says otherwise.
    public static let defaultStart = Timestamp(1_772_323_200)

    /// What the continuous clock shows just after a start of the machine: one second.
    public static let bootInstant = ContinuousInstant(nanoseconds: ContinuousInstant.nanosecondsPerSecond)

    /// Makes a clock that stands still.
    ///
    /// - Parameters:
    ///   - wall: what the wall clock shows, and the true time.
    ///   - continuous: what the continuous clock shows; an hour after the start of the machine by default.
    public init(
        wall: Timestamp = defaultStart,
        continuous: ContinuousInstant = bootInstant.adding(seconds: Seconds.hour)
    ) {
        let time = VirtualTime(wall: PreciseTime(wall), truth: PreciseTime(wall), continuous: continuous)
        state = Locked(State(time: time))
    }

    /// Both clocks as they stand; the wall clock in the whole second that has begun.
    public func now() -> ClockReading { state.withLock { $0.time.reading } }

    /// What a right clock would show: setting the wall clock does not move it.
    ///
    /// A simulated server goes by it, so that a test can set the user's clock wrong and the server's not.
    public var trueTime: Timestamp { state.withLock { $0.time.truth.timestamp } }

    /// Waits until the continuous clock has been moved to `deadline`; returns at once when it is there.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled, before or during the wait, and when
    ///   the machine is restarted meanwhile.
    public func sleep(until deadline: ContinuousInstant) async throws {
        let id = state.withLock { $0.sleepers.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Resumption) in
                register(id, until: deadline, continuation)
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func register(_ id: UInt64, until deadline: ContinuousInstant, _ continuation: Resumption) {
        // Asked under the lock: a cancellation that is not seen here finds the sleeper in the queue.
        let (outcome, satisfied) = state.withLock { state -> (Registration, [Resumption]) in
            if Task.isCancelled { return (.cancelled, []) }
            if deadline <= state.time.continuous { return (.due, []) }
            state.sleepers.insert(id, until: deadline, continuation)
            return (.waiting, state.sleeperCount.set(state.sleepers.count))
        }
        outcome.settle(continuation)
        for waiter in satisfied { waiter.resume() }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state -> Resumption? in
            defer { _ = state.sleeperCount.set(state.sleepers.count) }
            return state.sleepers.remove(id)
        }
        sleeper?.resume(throwing: CancellationError())
    }
}
