import KeylightCore
import Foundation
import KeylightTransport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands the session's callbacks to whoever waits for that task's reply.
final class SessionDelegate: NSObject, Sendable {
    /// By task identifier, which is unique within the one session.
    private let waiters = Locked([Int: ReplyWaiter]())

    func register(_ waiter: ReplyWaiter, for task: URLSessionTask) {
        let identifier = task.taskIdentifier
        waiters.withLock { $0[identifier] = waiter }
    }

    func forget(_ task: URLSessionTask) {
        let identifier = task.taskIdentifier
        _ = waiters.withLock { $0.removeValue(forKey: identifier) }
    }

    /// Resumes everybody who still waits.
    func failAll(_ error: TransportError) {
        let left = waiters.withLock { waiters in
            defer { waiters = [:] }
            return Array(waiters.values)
        }
        for waiter in left { waiter.finish(.failure(error)) }
    }

    func waiter(for task: URLSessionTask) -> ReplyWaiter? {
        let identifier = task.taskIdentifier
        return waiters.withLock { $0[identifier] }
    }

    static func head(of response: URLResponse?) -> TransportResponse? {
        guard let response = response as? HTTPURLResponse else { return nil }
        let headers = response.allHeaderFields
            .map { HTTPHeader("\($0.key)", "\($0.value)") }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        return TransportResponse(status: response.statusCode, headers: headers)
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    /// A redirect is the reply: no key ever goes to a host that was not configured.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let waiter = waiter(for: dataTask)
        if let head = Self.head(of: response) {
            waiter?.receive(head: head, announcedBytes: response.expectedContentLength)
        }
        completionHandler(waiter == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        waiter(for: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let waiter = waiter(for: task) else { return }
        if let error {
            waiter.finish(.failure(URLErrorMapping.transportError(for: error)))
        } else {
            waiter.finishReply(fallbackHead: Self.head(of: task.response))
        }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        failAll(TransportError(.other, message: "the session ended", underlying: error))
    }
}
