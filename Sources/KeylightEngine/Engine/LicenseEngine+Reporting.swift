import KeylightCore
import KeylightLogging
import KeylightTransport

/// Saying what came of a call: in its error, and in the log.
extension LicenseEngine {
    func error(
        _ cause: FailureCause,
        _ operation: KeylightError.Operation,
        _ exchange: Exchange
    ) -> KeylightError {
        var underlying: (any Error)?
        if case .failure(_, let error) = exchange.result { underlying = error }
        return KeylightError(
            operation: operation,
            kind: .noAnswer(cause),
            requestID: exchange.requestID,
            echoedRequestID: exchange.echoedRequestID,
            serverRequestID: exchange.serverRequestID,
            status: exchange.status,
            underlying: underlying
        )
    }

    func report(_ result: RefreshResult, exchange: Exchange) {
        let id = exchange.requestID.rawValue
        switch result {
        case .confirmed: logger.info(requestID: id, "license confirmed")
        case .denied(let denial):
            logger.notice(requestID: id, "license denied", metadata: [("text", denial.text ?? "none")])
        case .unknown(let error):
            guard case .noAnswer(let cause) = error.kind else { return }
            reportUnknown(cause, requestID: id)
        case .skipped, .superseded: break
        }
    }

    /// What is worth a line depends on the cause: forgery is loud, a passing fault is not, and an app that is
    /// too old is told of once.
    func reportUnknown(_ cause: FailureCause, requestID: String) {
        count(cause)
        switch cause {
        case .badSignature, .foreignLease, .replayedLease, .contradictoryReply, .cryptographyUnavailable:
            logger.error(requestID: requestID, "answer ignored: \(cause)")
        case .requestRefused:
            logger.error(requestID: requestID, "configuration problem: \(cause)")
        case .unknownKeyID(let name), .unknownLeaseStatus(let name):
            let isNew = reportedUnknowns.insert(name).inserted
            logger.log(isNew ? .notice : .debug, requestID: requestID, "answer ignored: \(cause)")
        default:
            logger.info(requestID: requestID, "nothing learnt: \(cause)")
        }
    }
}

extension RefreshResult {
    /// A short phrase for `explain()`.
    var summary: String {
        switch self {
        case .skipped: "skipped"
        case .confirmed: "confirmed"
        case .denied(let denial): "denied: \(denial.text ?? "no text")"
        case .unknown(let error): "nothing learnt: \(error.kind)"
        case .superseded: "dropped"
        }
    }
}
