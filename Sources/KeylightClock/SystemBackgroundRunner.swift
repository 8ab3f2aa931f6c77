/// Runs background work as detached tasks on Swift's own pool.
public struct SystemBackgroundRunner: BackgroundRunner {
    private let priority: TaskPriority

    /// Makes a runner; background work runs at utility priority unless told otherwise.
    public init(priority: TaskPriority = .utility) {
        self.priority = priority
    }

    /// Starts the operation in a detached task.
    public func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask {
        let task = Task.detached(priority: priority, operation: operation)
        return BackgroundTask { task.cancel() }
    }
}
