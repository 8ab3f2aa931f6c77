/// A handle on work that a ``BackgroundRunner`` started.
///
/// Letting go of the handle cancels nothing; `cancel()` does, once or many times.
public struct BackgroundTask: Sendable {
    private let cancellation: @Sendable () -> Void

    /// Makes a handle from what cancels the work.
    public init(cancellation: @escaping @Sendable () -> Void) {
        self.cancellation = cancellation
    }

    /// Asks the work to stop; it sees `Task.isCancelled` and its sleeps end.
    public func cancel() {
        cancellation()
    }
}
