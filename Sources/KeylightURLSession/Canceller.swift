import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cancels session tasks on a thread of its own.
///
/// `URLSessionTask.cancel()` can wait for the session's queue, and has locked up there. Whoever waits for
/// the reply is resumed before, and whoever cancels must not be held up either.
final class Canceller: Sendable {
    private let queue: OperationQueue

    init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.name = "dev.keylight.cancel"
    }

    func cancel(_ task: URLSessionTask) {
        queue.addOperation { task.cancel() }
    }
}
