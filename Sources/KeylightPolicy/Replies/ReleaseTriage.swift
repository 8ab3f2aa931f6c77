public import KeylightCore

/// Tells whether the server has heard that a seat is free.
public enum ReleaseTriage {
    /// Whether the matter is settled: the seat was released (200), or there is none any more (404, 422).
    ///
    /// Any other answer is tried again later. A 404 that is no JSON is not the service's own.
    public static func isSettled(_ reply: ServerReply) -> Bool {
        guard !reply.isForeign else { return false }
        switch reply.status {
        case 200: return reply.body != nil
        case 404, 422: return reply.body?.errorText != nil
        default: return false
        }
    }

    /// Why a reply that settles nothing does not.
    public static func cause(of reply: ServerReply) -> FailureCause {
        reply.isForeign ? .foreignReply : reply.statusCause
    }
}
