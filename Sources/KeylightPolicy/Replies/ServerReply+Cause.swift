import KeylightCore

extension ServerReply {
    /// Why the reply tells nothing, as far as its status can say.
    var statusCause: FailureCause {
        switch status {
        // A 503 that says for how long is no fault but a wish.
        case 503 where retryAfter != nil: .rateLimited
        // 511 is made by networks that want a sign-in, never by a server behind them.
        case 511: .unexpectedReply(status: status)
        case 408, 500...599: .serverFault(status: status)
        case 429: .rateLimited
        case 400...499: .requestRefused(status: status)
        default: .unexpectedReply(status: status)
        }
    }
}
