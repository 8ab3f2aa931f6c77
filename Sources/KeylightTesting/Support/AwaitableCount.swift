import KeylightCore

/// A number that code can wait for, without polling: part of the state that a lock guards.
///
/// Whoever changes the number gets back the waiters that are now satisfied, and resumes them after the
/// lock has been let go.
struct AwaitableCount: Sendable {
    private(set) var value = 0
    private var waiters: [Waiter] = []
    private var lastID: UInt64 = 0

    private struct Waiter: Sendable {
        let id: UInt64
        let wanted: Int
        let continuation: Resumption
    }

    /// How many are waiting.
    var waiterCount: Int { waiters.count }

    /// Sets the number; returns those who waited for it or for less.
    mutating func set(_ newValue: Int) -> [Resumption] {
        value = newValue
        guard !waiters.isEmpty else { return [] }
        let satisfied = waiters.filter { $0.wanted <= newValue }
        waiters.removeAll { $0.wanted <= newValue }
        return satisfied.map(\.continuation)
    }

    /// Makes an id for one that is about to wait.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Enters a waiter; false when the number is there already and it need not wait.
    mutating func enlist(_ id: UInt64, wanting wanted: Int, _ continuation: Resumption) -> Bool {
        guard value < wanted else { return false }
        waiters.append(Waiter(id: id, wanted: wanted, continuation: continuation))
        return true
    }

    /// Takes a waiter out; nil when it is not waiting.
    mutating func withdraw(_ id: UInt64) -> Resumption? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return waiters.remove(at: index).continuation
    }
}

/// What resumes a task that waits for a moment, a count or a release.
typealias Resumption = CheckedContinuation<Void, any Error>

extension Locked {
    /// Waits until a count in the guarded state has reached `wanted`.
    ///
    /// - Throws: `CancellationError` as soon as the waiting task is cancelled.
    func wait(
        for wanted: Int,
        of path: any WritableKeyPath<State, AwaitableCount> & Sendable
    ) async throws {
        let id = withLock { $0[keyPath: path].makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Resumption) in
                // Asked under the lock: a cancellation that is not seen here finds the waiter enlisted.
                let outcome = withLock { state -> Registration in
                    if Task.isCancelled { return .cancelled }
                    return state[keyPath: path].enlist(id, wanting: wanted, continuation) ? .waiting : .due
                }
                outcome.settle(continuation)
            }
        } onCancel: {
            withLock { $0[keyPath: path].withdraw(id) }?.resume(throwing: CancellationError())
        }
    }
}

/// What became of an attempt to wait.
enum Registration: Sendable {
    case waiting
    case due
    case cancelled

    /// Resumes at once where there is nothing to wait for.
    func settle(_ continuation: Resumption) {
        switch self {
        case .waiting: break
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }
}
