public import KeylightTransport

/// What a ``ScriptedTransport`` does with one request.
///
/// ```swift
/// transport.enqueue(.status(503), .error(TransportError(.timedOut)), .json(#"{"valid": true}"#))
/// ```
public struct ScriptedReply: Sendable {
    let action: Action

    enum Action: Sendable {
        case answer(@Sendable (TransportRequest) throws -> TransportResponse)
        case hold
        indirect case delayed(nanoseconds: Int64, Action)
    }

    /// Answers with this reply.
    public static func response(_ response: TransportResponse) -> ScriptedReply {
        ScriptedReply(action: .answer { _ in response })
    }

    /// Answers with a bare status and an empty body.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - retryAfter: seconds for the header `Retry-After`; nil leaves it out.
    public static func status(_ status: Int, retryAfter: Int64? = nil) -> ScriptedReply {
        let headers = retryAfter.map { [HTTPHeader("Retry-After", "\($0)")] } ?? []
        return response(TransportResponse(status: status, headers: headers))
    }

    /// Answers with a JSON text.
    public static func json(_ text: String, status: Int = 200) -> ScriptedReply {
        response(.json(text, status: status))
    }

    /// Answers with a web page, as a captive portal or a firewall does.
    public static func html(
        _ text: String = "<!DOCTYPE html><html><body>Welcome to our Wi-Fi</body></html>",
        status: Int = 200
    ) -> ScriptedReply {
        let header = HTTPHeader("Content-Type", "text/html; charset=utf-8")
        return response(TransportResponse(status: status, headers: [header], body: Array(text.utf8)))
    }

    /// Fails with this error.
    public static func error(_ error: any Error) -> ScriptedReply {
        ScriptedReply(action: .answer { _ in throw error })
    }

    /// Fails with a transport error of this kind.
    public static func failure(_ kind: TransportError.Kind) -> ScriptedReply {
        error(TransportError(kind))
    }

    /// Answers with what the closure makes of the request.
    public static func computed(
        _ respond: @escaping @Sendable (TransportRequest) throws -> TransportResponse
    ) -> ScriptedReply {
        ScriptedReply(action: .answer(respond))
    }

    /// Never answers, until the request is released with another reply.
    public static let hold = ScriptedReply(action: .hold)

    /// Answers with `reply` after so much virtual time; needs a transport with a clock.
    public static func after(_ delay: Duration, _ reply: ScriptedReply) -> ScriptedReply {
        ScriptedReply(action: .delayed(nanoseconds: delay.wholeNanoseconds, reply.action))
    }
}
