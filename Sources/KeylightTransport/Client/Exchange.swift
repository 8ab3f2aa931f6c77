public import KeylightCore

/// What came of one call: the reply or the reason why there is none, and how it came about.
public struct Exchange: Sendable {
    /// The call's id, shared by its attempts.
    public var requestID: RequestID
    /// The last attempt's result.
    public var result: Result
    /// How many requests were made; 0 when the caller was cancelled before the first.
    public var attempts: Int
    /// Whether the server may have carried out a request whose answer we do not have.
    ///
    /// True when any attempt timed out, broke off, was cancelled under way or was answered by somebody
    /// else, or when a status such as 500, 502 or 504 leaves open how far the server came, or the text of a
    /// 2xx what it did. After an activation it means that a seat may be taken.
    public var mayHaveArrived: Bool
    /// The HTTP status of the last attempt, also of a foreign reply; nil when there was no reply.
    public var status: Int?
    /// The request id that came back at the last attempt; nil when there was none.
    public var echoedRequestID: String?
    /// The server's own id of the last attempt; nil when it sent none that may be shown.
    public var serverRequestID: String?

    /// Makes an exchange.
    public init(
        requestID: RequestID,
        result: Result,
        attempts: Int = 1,
        mayHaveArrived: Bool = false,
        status: Int? = nil,
        echoedRequestID: String? = nil,
        serverRequestID: String? = nil
    ) {
        self.requestID = requestID
        self.result = result
        self.attempts = attempts
        self.mayHaveArrived = mayHaveArrived
        self.status = status
        self.echoedRequestID = echoedRequestID
        self.serverRequestID = serverRequestID
    }

    /// The reply or the failure.
    public enum Result: Sendable {
        /// A complete reply of any status; what it means is for the rules to say.
        case reply(ServerReply)
        /// No reply that counts; the error beneath is as the transport threw it.
        case failure(cause: FailureCause, underlying: (any Error)?)
    }

    /// The reply; nil when there is none that counts.
    public var reply: ServerReply? {
        if case .reply(let reply) = result { reply } else { nil }
    }

    /// Why there is no reply; nil when there is one.
    public var failureCause: FailureCause? {
        if case .failure(let cause, _) = result { cause } else { nil }
    }

    /// Whether the call ended because the calling task was cancelled.
    public var wasCancelled: Bool {
        if case .failure(_, let underlying) = result { underlying is CancellationError } else { false }
    }
}
