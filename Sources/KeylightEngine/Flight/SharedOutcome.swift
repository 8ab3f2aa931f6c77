import KeylightCore

/// A value that comes once, and for which many may wait.
///
/// A waiter that is cancelled leaves alone: the work goes on, and the others get its value.
final class SharedOutcome<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case waiting([Int: CheckedContinuation<Value, any Error>])
        case finished(Value)
    }

    private struct Waiters: Sendable {
        var state = State.waiting([:])
        var nextNumber = 0
        var cancelled: Set<Int> = []
    }

    private enum Answer: Sendable {
        case wait
        case value(Value)
        case cancelled
    }

    private let waiters = Locked(Waiters())

    /// Gives the value to everybody; only the first call counts.
    func finish(_ value: Value) {
        let continuations: [CheckedContinuation<Value, any Error>] = waiters.withLock {
            guard case .waiting(let waiting) = $0.state else { return [] }
            $0.state = .finished(value)
            return waiting.sorted { $0.key < $1.key }.map(\.value)
        }
        for continuation in continuations { continuation.resume(returning: value) }
    }

    /// Waits for the value.
    ///
    /// - Throws: `CancellationError`, at once, when the waiting task is cancelled.
    func value() async throws -> Value {
        let number = waiters.withLock { waiters in
            defer { waiters.nextNumber += 1 }
            return waiters.nextNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { register($0, as: number) }
        } onCancel: {
            cancel(number)
        }
    }

    private func register(_ continuation: CheckedContinuation<Value, any Error>, as number: Int) {
        let answer: Answer = waiters.withLock {
            if case .finished(let value) = $0.state { return .value(value) }
            if $0.cancelled.remove(number) != nil { return .cancelled }
            guard case .waiting(var waiting) = $0.state else { return .wait }
            waiting[number] = continuation
            $0.state = .waiting(waiting)
            return .wait
        }
        switch answer {
        case .wait: break
        case .value(let value): continuation.resume(returning: value)
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ number: Int) {
        let continuation: CheckedContinuation<Value, any Error>? = waiters.withLock {
            guard case .waiting(var waiting) = $0.state else { return nil }
            guard let continuation = waiting.removeValue(forKey: number) else {
                // Cancelled before it began to wait.
                $0.cancelled.insert(number)
                return nil
            }
            $0.state = .waiting(waiting)
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }
}
