import KeylightCore

/// A task that a ``Simulation`` started.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public final class SimulatedTask<Value: Sendable>: Sendable {
    private let outcome: Locked<Result<Value, any Error>?>
    private let cancellation: @Sendable () -> Void
    private let notFinished: @Sendable () -> SimulationError

    init(
        outcome: Locked<Result<Value, any Error>?>,
        cancellation: @escaping @Sendable () -> Void,
        notFinished: @escaping @Sendable () -> SimulationError
    ) {
        self.outcome = outcome
        self.cancellation = cancellation
        self.notFinished = notFinished
    }

    /// Whether the task has ended, with a value or an error.
    public var isFinished: Bool { result != nil }

    /// What it ended with; nil while it has not.
    public var result: Result<Value, any Error>? { outcome.withLock { $0 } }

    /// Cancels the task; drain the simulation to let it see that.
    public func cancel() { cancellation() }

    /// What it returned.
    ///
    /// - Throws: what it threw, or ``SimulationError`` when it has not ended.
    public func value() throws -> Value {
        guard let result else { throw notFinished() }
        return try result.get()
    }
}
