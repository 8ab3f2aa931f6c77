import Keylight

/// A clock that stands still until it is moved by hand; what sleeps on it wakes when its moment is reached.
///
/// Wall and continuous time move together. It tells the tracker of every sleep, and of every waking before
/// the woken task runs: so a tracker that is quiet means that there is nothing left to do at this moment.
final class DemoClock: LicenseClock {
    private typealias Resumption = CheckedContinuation<Void, any Error>

    private struct Sleeper: Sendable {
        var number: UInt64
        var deadline: ContinuousInstant
        var isCounted: Bool
        var resumption: Resumption
    }

    private struct State: Sendable {
        var elapsed: Int64 = 0
        var lastNumber: UInt64 = 0
        /// By deadline; those with the same one in the order in which they came.
        var sleepers: [Sleeper] = []

        /// Moves time, never back, and takes out those who are due.
        mutating func move(to instant: ContinuousInstant) -> [Sleeper] {
            elapsed = max(elapsed, instant.nanoseconds)
            let due = sleepers.prefix { $0.deadline.nanoseconds <= elapsed }
            sleepers.removeFirst(due.count)
            return Array(due)
        }
    }

    /// 2026-03-01 00:00:00 UTC.
    static let defaultStart = Timestamp(1_772_323_200)

    private static let origin = ContinuousInstant(nanoseconds: 0)

    private let start: Timestamp
    private let tracker: WorkTracker
    private let state = Locked(State())

    init(start: Timestamp = defaultStart, tracker: WorkTracker) {
        self.start = start
        self.tracker = tracker
    }

    func now() -> ClockReading {
        let elapsed = state.withLock { $0.elapsed }
        return ClockReading(
            wall: start.adding(elapsed / ContinuousInstant.nanosecondsPerSecond),
            wallFraction: elapsed % ContinuousInstant.nanosecondsPerSecond,
            continuous: Self.origin.adding(nanoseconds: elapsed)
        )
    }

    /// How many tasks sleep on the clock.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The instant at which the wall clock's second begins.
    func instant(of second: Timestamp) -> ContinuousInstant {
        Self.origin.adding(seconds: second.seconds(since: start))
    }

    // MARK: Sleeping

    func sleep(until deadline: ContinuousInstant) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register($0, as: number, until: deadline) }
        } onCancel: {
            cancel(number)
        }
    }

    private enum Registration: Sendable {
        case waits
        case isDue
        case isCancelled
    }

    private func register(_ resumption: Resumption, as number: UInt64, until deadline: ContinuousInstant) {
        let isCounted = tracker.countsThisTask
        let registration: Registration = state.withLock { state in
            // Asked under the lock: a cancellation that is not seen here finds the sleeper in the list.
            if Task.isCancelled { return .isCancelled }
            if deadline.nanoseconds <= state.elapsed { return .isDue }
            let index = state.sleepers.firstIndex { $0.deadline > deadline } ?? state.sleepers.endIndex
            state.sleepers.insert(
                Sleeper(number: number, deadline: deadline, isCounted: isCounted, resumption: resumption),
                at: index
            )
            return .waits
        }
        switch registration {
        // After it stands in the list, so that whoever hears of the quiet finds it there.
        case .waits: if isCounted { tracker.sleepBegan() }
        case .isDue: resumption.resume()
        case .isCancelled: resumption.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ number: UInt64) {
        let sleeper: Sleeper? = state.withLock { state in
            guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
            return state.sleepers.remove(at: index)
        }
        guard let sleeper else { return }
        if sleeper.isCounted { tracker.sleepEnded() }
        sleeper.resumption.resume(throwing: CancellationError())
    }

    // MARK: Moving

    /// Moves time to the next sleeper's moment and wakes who is due, or to `limit` when that comes first.
    ///
    /// - Returns: whether somebody was woken, so that there may be more before `limit`.
    @discardableResult
    func moveToNextSleeper(notAfter limit: ContinuousInstant) -> Bool {
        let due: [Sleeper] = state.withLock { state in
            state.move(to: min(state.sleepers.first?.deadline ?? limit, limit))
        }
        wake(due)
        return !due.isEmpty
    }

    /// Moves time as a machine does that sleeps: who was due meanwhile is woken at the end, once.
    func suspend(until instant: ContinuousInstant) {
        wake(state.withLock { $0.move(to: instant) })
    }

    private func wake(_ due: [Sleeper]) {
        for sleeper in due where sleeper.isCounted { tracker.sleepEnded() }
        for sleeper in due { sleeper.resumption.resume() }
    }
}
