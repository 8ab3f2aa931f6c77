import KeylightCore

/// What one attempt was good for.
enum AttemptResult: Sendable {
    /// A reply to this call, of any status.
    case reply(ServerReply)
    /// A reply that carries another call's id; it counts as no answer.
    case foreign(ServerReply)
    /// No reply.
    case failure(TransportError)
    /// The calling task was cancelled while the attempt was under way.
    case cancelled

    /// Whether the server may have carried out the request without our knowing the result.
    func mayHaveArrived(_ call: ServiceCall) -> Bool {
        switch self {
        case .reply(let reply):
            switch reply.status {
            // Turned away before any work began.
            case 503: false
            // The server or a gateway before it gave up halfway: 500, 502, 504, and the CDNs' 520 to 530.
            case 500...599: true
            // "Done", but what came does not say what; only the service's own 200 is a yes.
            case 200 where call == .activate: reply.body?.verdict == nil
            case 201...299 where call == .activate: reply.body?.verdict != false
            case 200...299: reply.body == nil
            default: false
            }
        case .foreign, .cancelled: true
        case .failure(let error): error.mayHaveArrived
        }
    }

    /// Why the attempt gave no verdict; nil for a reply that is worth judging.
    var passingCause: FailureCause? {
        switch self {
        case .reply(let reply):
            switch reply.status {
            case 408, 500...599: .serverFault(status: reply.status)
            case 429: .rateLimited
            default: nil
            }
        case .foreign: .foreignReply
        case .failure(let error): error.cause
        case .cancelled: Self.cancelledCause
        }
    }

    /// The same for the log, with what the transport itself says, such as that a proxy is what failed.
    var passingText: String? {
        if case .failure(let error) = self { return "\(error)" }
        return passingCause.map { "\($0)" }
    }

    static let cancelledCause = FailureCause.transport("cancelled")

    /// Whether the same request may be sent again within the call.
    ///
    /// A date that the server named is kept by the caller, never slept off here. An activation is sent again
    /// only when the first one cannot have taken a seat.
    func mayBeRetried(_ call: ServiceCall) -> Bool {
        switch self {
        case .cancelled: false
        case .reply(let reply):
            switch reply.status {
            case 408: true
            case 429, 503: reply.retryAfter == nil
            case 500...599: call != .activate
            default: false
            }
        case .foreign: call != .activate
        case .failure(let error): call != .activate || !error.mayHaveArrived
        }
    }
}
