/// A complete reply of the server to one call, decoded but not yet judged.
public struct ServerReply: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The fields; nil when the body is not a JSON object.
    public var body: ReplyBody?
    /// `Retry-After` in seconds from now, not yet clamped; nil when absent or unreadable.
    public var retryAfter: Int64?
    /// The call that it answers.
    public var requestID: RequestID
    /// The id that came back; nil when the header was missing.
    public var echoedRequestID: String?
    /// The server's own id of the call (`x-request-id`); nil when it sent none that may be shown.
    public var serverRequestID: String?

    /// Makes a reply.
    public init(
        status: Int,
        body: ReplyBody?,
        retryAfter: Int64? = nil,
        requestID: RequestID,
        echoedRequestID: String? = nil,
        serverRequestID: String? = nil
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.requestID = requestID
        self.echoedRequestID = echoedRequestID
        self.serverRequestID = serverRequestID
    }

    /// Whether the reply carries the id of another call, and so is somebody else's.
    public var isForeign: Bool { echoedRequestID.map { $0 != requestID.rawValue } ?? false }
}
