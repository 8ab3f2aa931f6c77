public import KeylightCore

extension LicensingClient {
    /// Asks for the public keys that the tenant publishes; for tools, never for an app's trust.
    ///
    /// There is one attempt, and the tenant's SDK key is not sent.
    public func publishedKeys(requestID: RequestID) async -> Result<PublishedKeySet, KeylightError> {
        let request = request(for: .keySet, body: nil, requestID: requestID)
        var error = KeylightError(operation: .fetchKeySet, kind: .noAnswer(.timedOut), requestID: requestID)
        switch await race(request) {
        case .response(let response):
            error.status = response.status
            error.echoedRequestID = response.header(HeaderName.requestID)
            if let echo = error.echoedRequestID, !echo.isEmpty, echo != requestID.rawValue {
                error.kind = .noAnswer(.foreignReply)
            } else if response.body.count > request.maximumReplyBytes {
                error.kind = .noAnswer(.oversizeReply)
            } else if response.status == 200, let keys = PublishedKeySet(json: response.body) {
                return .success(keys)
            } else {
                error.kind = .noAnswer(Self.cause(ofKeySetStatus: response.status))
            }
        case .error(let underlying):
            let cause = (underlying as? TransportError)?.cause ?? .transport("\(type(of: underlying))")
            error.kind = .noAnswer(cause)
            error.underlying = underlying
        case .timedOut: break
        case .cancelled: error.kind = .noAnswer(AttemptResult.cancelledCause)
        }
        return .failure(error)
    }

    private static func cause(ofKeySetStatus status: Int) -> FailureCause {
        switch status {
        case 408, 500...599: .serverFault(status: status)
        case 429: .rateLimited
        case 400...499: .requestRefused(status: status)
        default: .unexpectedReply(status: status)
        }
    }
}
