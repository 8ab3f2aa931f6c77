/// Why an executor could not be drained.
@nonexhaustive
public enum ManualExecutorError: Error, Sendable, Hashable {
    /// This many jobs ran and there were still more: tasks keep waking each other without end.
    case endlessWork(jobs: Int)
    /// It is being drained already, by this thread further up or by another one.
    case alreadyDraining
}

extension ManualExecutorError: CustomStringConvertible {
    /// A sentence that says what to do.
    public var description: String {
        switch self {
        case .endlessWork(let jobs):
            "The executor ran \(jobs) jobs and there are still more: tasks keep waking each other without "
                + "waiting for time, such as a loop around Task.yield()."
        case .alreadyDraining:
            "The executor is being drained already. Move time and drain from the test itself, not from "
                + "inside an operation that runs on the executor."
        }
    }
}
