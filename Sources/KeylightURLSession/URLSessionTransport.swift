import KeylightCore
import Foundation
public import KeylightTransport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The platform's own HTTP stack, made safe to depend on.
///
/// One session for each transport, not for each request: sessions leak on some platforms. It keeps nothing
/// (no cookies, no cache, no credentials), follows no redirect, and stops reading at the request's limit. A
/// waiting caller is resumed exactly once, at once when it is cancelled, whatever the session does or fails
/// to do.
///
/// On Apple's platforms the system's proxy settings hold. On Linux libcurl obeys the environment:
/// `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`; proxies that want NTLM or a configuration script
/// need a ``KeylightTransport/Transport`` of your own.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let response = try await transport.send(request)
/// transport.invalidate()
/// ```
public final class URLSessionTransport: Transport, Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate
    /// Whether `invalidate()` was called. Making a task on an invalid session ends the process.
    private let isInvalidated = Locked(false)

    /// Makes a transport with a session of its own.
    ///
    /// - Parameter timeout: the session's own time limits in seconds, a second line of defence behind the
    ///   SDK's 15 s. Half of it without any byte, or all of it for one reply, is too long.
    public init(timeout: Int = 60) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForResource = TimeInterval(max(1, timeout))
        configuration.timeoutIntervalForRequest = TimeInterval(max(1, timeout)) / 2
        delegate = SessionDelegate()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { invalidate() }

    /// Ends every request and lets the session go; later requests fail. Calling it again does nothing.
    public func invalidate() {
        let isFirst = isInvalidated.withLock { isInvalidated in
            defer { isInvalidated = true }
            return !isInvalidated
        }
        guard isFirst else { return }
        // It cancels what is under way, which has to be done where the session reports; see `start`.
        session.delegateQueue.addOperation { [session] in session.invalidateAndCancel() }
        delegate.failAll(TransportError(.other, message: "the transport was invalidated"))
    }

    /// Sends the request and returns the complete reply.
    ///
    /// - Throws: ``TransportError``, or `CancellationError` when the task was cancelled first.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let urlRequest = try Self.urlRequest(for: request)
        let waiter = ReplyWaiter(maximumBytes: request.maximumReplyBytes)
        defer { withExtendedLifetime(self) {} }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if waiter.begin(continuation) { start(urlRequest, for: waiter) }
            }
        } onCancel: {
            waiter.finish(.failure(CancellationError()))
        }
    }

    private func start(_ urlRequest: URLRequest, for waiter: ReplyWaiter) {
        // In one step with the check: between the two, another thread could invalidate the session.
        let task: URLSessionDataTask? = isInvalidated.withLock { isInvalidated in
            guard !isInvalidated else { return nil }
            let task = session.dataTask(with: urlRequest)
            delegate.register(waiter, for: task)
            return task
        }
        guard let task else {
            return waiter.finish(.failure(TransportError(.other, message: "the transport was invalidated")))
        }
        // A task is cancelled on the queue on which the session reports. On Linux, where a cancellation and the
        // report that the task is over cross each other, the session looks for a task that it has forgotten and
        // ends the process; on that queue one comes wholly before the other. And whoever cancels is not held up:
        // `cancel()` can wait for the session.
        let isWanted = waiter.whenOver { [delegate, queue = session.delegateQueue] in
            delegate.forget(task)
            queue.addOperation { task.cancel() }
        }
        if isWanted { task.resume() }
    }

    /// What stands in place of what a session adds by itself: the app's name and version, the system's, the
    /// user's languages, and the abilities of the machine's libraries. Values that say nothing, since none at all
    /// is not to be had.
    private static let plainHeaders = [
        HTTPHeader.userAgent, HTTPHeader("Accept-Language", "*"), HTTPHeader("Accept-Encoding", "identity"),
    ]

    private static func urlRequest(for request: TransportRequest) throws -> URLRequest {
        guard let url = URL(string: request.url) else {
            throw TransportError(.other, message: "not a URL")
        }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        urlRequest.httpShouldHandleCookies = false
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        for header in plainHeaders + request.headers {
            urlRequest.setValue(header.value, forHTTPHeaderField: header.name)
        }
        urlRequest.httpBody = request.body.map { Data($0) }
        return urlRequest
    }
}
