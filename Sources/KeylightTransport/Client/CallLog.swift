import KeylightCore
import KeylightLogging

/// Says how one call goes: method, path, sizes, statuses and causes; never a body, a key or an instance.
struct CallLog: Sendable {
    let logger: LicenseLogger
    let requestID: RequestID
    let request: TransportRequest

    func sending(attempt: Int) {
        logger.debug(
            requestID: requestID.rawValue,
            "sending \(request)",
            metadata: [("attempt", "\(attempt)"), ("bytes", "\(request.body?.count ?? 0)")]
        )
    }

    func replied(_ response: TransportResponse, serverRequestID: String?) {
        logger.debug(
            requestID: requestID.rawValue,
            "received \(response.status)",
            metadata: [("bytes", "\(response.body.count)")]
                + (serverRequestID.map { [("server-request-id", $0)] } ?? [])
        )
    }

    func decoded(_ decoded: DecodedReply) {
        for note in decoded.notes {
            logger.notice(
                requestID: requestID.rawValue,
                "in the reply with status \(decoded.reply.status): \(note)"
            )
        }
    }

    func retrying(_ result: AttemptResult, attempt: Int, delay: Int64) {
        logger.notice(
            requestID: requestID.rawValue,
            "\(request) failed, trying again\(Self.reason(of: result))",
            metadata: [("attempt", "\(attempt)"), ("delay-ms", "\(delay)")]
        )
    }

    func ended(_ result: AttemptResult, attempts: Int) {
        let metadata = [(key: "attempts", value: "\(attempts)")]
        switch result {
        case .reply(let reply) where result.passingCause == nil:
            logger.debug(
                requestID: requestID.rawValue,
                "\(request) answered with \(reply.status)",
                metadata: metadata
            )
        case .cancelled:
            // The caller's own wish is no error.
            logger.notice(requestID: requestID.rawValue, "\(request) cancelled", metadata: metadata)
        default:
            let reason = Self.reason(of: result)
            logger.error(requestID: requestID.rawValue, "\(request) failed\(reason)", metadata: metadata)
        }
    }

    private static func reason(of result: AttemptResult) -> String {
        result.passingText.map { ": \($0)" } ?? ""
    }
}
