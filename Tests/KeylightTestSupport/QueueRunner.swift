import Dispatch
package import KeylightClock

/// Runs background work on threads of its own, so that a store that hangs holds none of Swift's few.
///
/// What the work calls, default actors included, runs there as well.
package final class QueueRunner: BackgroundRunner, TaskExecutor {
    private let queue = DispatchQueue(label: "QueueRunner", attributes: .concurrent)

    /// The only one: tasks do not keep their executor, so it must outlive whatever still runs on it.
    package static let shared = QueueRunner()

    private init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    package func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask {
        let task = Task(executorPreference: self, operation: operation)
        return BackgroundTask { task.cancel() }
    }
}
