import KeylightCore
public import KeylightClock

/// Starts background work on a ``ManualExecutor`` and counts what has not ended.
///
/// Give it to the engine in place of the system's runner: its timers and requests then move only when the
/// test drains the executor, and ``activeTaskCount`` at zero proves that nothing outlives it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public final class ManualRunner: BackgroundRunner {
    /// What the work runs on.
    public let executor: ManualExecutor
    private let tasks = Locked(RunningTasks())

    /// Makes a runner for an executor.
    public init(executor: ManualExecutor) {
        self.executor = executor
    }

    /// How many of the tasks that it started have not ended.
    public var activeTaskCount: Int { tasks.withLock { $0.count } }

    /// Queues the operation; it starts with the next drain.
    public func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask {
        let id = tasks.withLock { $0.begin() }
        let tasks = tasks
        let task = Task(executorPreference: executor) {
            await operation()
            tasks.withLock { $0.end(id) }
        }
        tasks.withLock { $0.attach(id) { task.cancel() } }
        return BackgroundTask { task.cancel() }
    }

    /// Cancels every task that has not ended; drain the executor to let them see it.
    public func cancelAll() {
        for cancel in tasks.withLock({ $0.allCancellations }) { cancel() }
    }
}
