import Keylight

/// Starts background work and tells when none of it moves any more.
///
/// Work counts as moving from when it is started until it ends, but for the time in which it sleeps on the
/// clock. A tool that is about to end waits for that moment, so that a request under way is not cut off; the
/// demo moves its clock only then, so that nothing depends on how fast the machine is.
final class WorkTracker: BackgroundRunner {
    private struct State: Sendable {
        /// Pieces of background work that do not sleep.
        var moving = 0
        /// Calls that somebody has made and that have not returned.
        var calls = 0
        /// Whether a check is under way, which is what such a call then waits for.
        var isChecking = false
        var waiters: [Waiter] = []

        /// While a check is under way calls wait for it, and what moves is the check.
        func isQuiet(besidesCalls: Bool) -> Bool {
            moving + (isChecking || besidesCalls ? 0 : calls) <= 0
        }

        /// Takes out those who have what they wait for.
        mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
            let waiting = waiters
            let satisfied = waiting.filter { isQuiet(besidesCalls: $0.ignoresCalls) }
            guard !satisfied.isEmpty else { return [] }
            waiters = waiting.filter { !isQuiet(besidesCalls: $0.ignoresCalls) }
            return satisfied.map(\.continuation)
        }
    }

    private struct Waiter: Sendable {
        var ignoresCalls: Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    /// Whether the present task is counted, so that its sleep has to be told.
    @TaskLocal private static var isCounted = false

    private let base: any BackgroundRunner
    private let state = Locked(State())

    /// Makes a tracker over what really starts the work.
    init(base: any BackgroundRunner) {
        self.base = base
    }

    func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask {
        change { $0.moving += 1 }
        return base.run { [self] in
            await Self.$isCounted.withValue(true, operation: operation)
            change { $0.moving -= 1 }
        }
    }

    /// Whether a sleep of the present task has to be told by ``sleepBegan()`` and ``sleepEnded()``.
    var countsThisTask: Bool { Self.isCounted }

    /// Notes that a counted task sleeps.
    func sleepBegan() {
        change { $0.moving -= 1 }
    }

    /// Notes that a counted task was woken; to be called by whoever wakes it, before it runs.
    func sleepEnded() {
        change { $0.moving += 1 }
    }

    /// Notes whether a check is under way, as the engine tells its observers.
    func checkingChanged(_ isChecking: Bool) {
        change { $0.isChecking = isChecking }
    }

    /// Runs a call that counts as moving, except while it waits for a check.
    func counting<Value>(_ call: () async throws -> Value) async rethrows -> Value {
        defer { change { $0.calls -= 1 } }
        return try await Self.$isCounted.withValue(true, operation: call)
    }

    /// Notes that a call is about to be made, to be run by ``counting(_:)``.
    func callBegins() {
        change { $0.calls += 1 }
    }

    /// Whether calls have not returned.
    var hasCalls: Bool { state.withLock { $0.calls > 0 } }

    /// Waits until nothing moves; not cancellable.
    func quiet() async {
        await wait(ignoringCalls: false)
    }

    /// Waits until no background work moves, whatever calls there are: for one who makes such a call.
    func backgroundQuiet() async {
        await wait(ignoringCalls: true)
    }

    private func wait(ignoringCalls: Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append(Waiter(ignoresCalls: ignoringCalls, continuation: continuation)) }
        }
    }

    private func change(_ edit: (inout State) -> Void) {
        let satisfied = state.withLock { state in
            edit(&state)
            return state.takeSatisfied()
        }
        for continuation in satisfied { continuation.resume() }
    }
}
