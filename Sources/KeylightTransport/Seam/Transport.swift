/// Carries one HTTP request to the licensing server and one reply back.
///
/// Inject your own to use another HTTP stack, a proxy or a pinned certificate. It carries bytes and judges
/// nothing: retries, time limits, request ids and the meaning of a reply are the SDK's.
///
/// ```swift
/// struct LoggingTransport: Transport {
///     let base: any Transport
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         print("→ \(request.method) \(request.path)")
///         return try await base.send(request)
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends the request and returns the complete reply.
    ///
    /// It must not follow redirects, must stop reading after `request.maximumReplyBytes`, and should end
    /// soon when its task is cancelled; the SDK does not depend on the last.
    ///
    /// - Throws: preferably ``TransportError``; any other error counts as "no answer" all the same.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}
