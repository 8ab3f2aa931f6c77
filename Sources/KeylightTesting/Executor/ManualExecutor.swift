import KeylightCore

/// A task executor that only queues; nothing runs until ``drain(limit:)``, and then on the calling thread.
///
/// With it a test knows where the code stands: after a drain every task on it is suspended, so "no request
/// was sent" is a fact and not the result of having waited a while. It runs what prefers it: tasks started
/// with it, their child tasks, nonisolated async functions and default actors that they call. It does not
/// catch `Task {}`, `Task.detached`, the main actor, or actors with an executor of their own.
///
/// ```swift
/// let executor = ManualExecutor()
/// Task(executorPreference: executor) { await model.load() }
/// try executor.drain()          // runs it up to its first real wait
/// ```
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public final class ManualExecutor: TaskExecutor {
    private let state = Locked(State())

    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var next = 0
        var isDraining = false

        mutating func takeNext() -> UnownedJob? {
            guard next < jobs.count else {
                jobs.removeAll(keepingCapacity: true)
                next = 0
                return nil
            }
            next += 1
            return jobs[next - 1]
        }
    }

    /// Makes an executor with an empty queue.
    public init() {}

    /// The most jobs that one drain runs unless it is told otherwise.
    ///
    /// Ten virtual days with a timer each second take about this many; real test code stays far below it.
    public static let defaultLimit = 1_000_000

    /// Takes a job of the Swift runtime; from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// How many jobs are queued and wait for a drain.
    public var pendingJobCount: Int { state.withLock { $0.jobs.count - $0.next } }

    /// Runs jobs, in the order in which they came, until none is left.
    ///
    /// - Parameter limit: the most jobs to run.
    /// - Returns: the number of jobs that ran.
    /// - Throws: ``ManualExecutorError/endlessWork(jobs:)`` when there were more jobs than `limit`, and
    ///   ``ManualExecutorError/alreadyDraining`` when called from inside a job.
    @discardableResult
    public func drain(limit: Int = defaultLimit) throws(ManualExecutorError) -> Int {
        let wasDraining = state.withLock { state -> Bool in
            defer { state.isDraining = true }
            return state.isDraining
        }
        guard !wasDraining else { throw .alreadyDraining }
        defer { state.withLock { $0.isDraining = false } }
        var count = 0
        while pendingJobCount > 0 {
            guard count < limit else { throw .endlessWork(jobs: count) }
            guard let job = state.withLock({ $0.takeNext() }) else { break }
            job.runSynchronously(on: asUnownedTaskExecutor())
            count += 1
        }
        return count
    }
}
