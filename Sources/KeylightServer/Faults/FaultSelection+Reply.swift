extension FaultSelection {
    /// Spoils a reply that is right so far.
    func apply(to reply: inout HTTPReply) {
        for aspect in ServerFault.Aspect.allCases {
            if let fault = faults[aspect] { Self.apply(fault, to: &reply) }
        }
    }

    private static func apply(_ fault: ServerFault, to reply: inout HTTPReply) {
        switch fault {
        case .latency(let milliseconds): reply.delayMilliseconds = milliseconds
        case .status(let status, let body, let headers):
            replace(
                &reply,
                HTTPResponse(status: status, contentType: "application/json", body: Array(body.utf8))
            )
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                reply.response.headers.set(name, value)
            }
        case .retryAfter(let value, let status):
            replace(&reply, .error(status, "Too many requests"))
            reply.response.headers.set("Retry-After", value)
        case .htmlPage:
            // Without the echo: a page like this comes from a box that knows nothing of the service.
            reply.response = HTTPResponse(status: 200, contentType: "text/html; charset=utf-8", body: page)
        case .oversizedReply(let bytes):
            let padding = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
            let body = Array(#"{"padding":""#.utf8) + padding + Array(#""}"#.utf8)
            replace(&reply, HTTPResponse(status: 200, contentType: "application/json", body: body))
        case .garbageJSON:
            let body = Array(#"{"valid": true, "lease": {"kid": "#.utf8)
            replace(&reply, HTTPResponse(status: 200, contentType: "application/json", body: body))
        case .dropConnection: reply.delivery = .dropped
        case .silence: reply.delivery = .withheld
        case .truncatedBody: reply.delivery = .truncated
        case .trickle(let milliseconds): reply.delivery = .trickled(milliseconds: milliseconds)
        case .wrongEcho:
            let name = LicensingService.requestIDHeader
            let isTaken = reply.response.headers[name] == "00000000"
            reply.response.headers.set(name, isTaken ? "ffffffff" : "00000000")
        case .missingEcho: reply.response.headers.remove(LicensingService.requestIDHeader)
        case .lease, .badSettingsSignature:
            // Part of what is signed, and so dealt with where that is made.
            break
        }
    }

    /// Puts another response in place and keeps the echo: the service itself fails, not a box before it.
    private static func replace(_ reply: inout HTTPReply, _ response: HTTPResponse) {
        let echo = reply.response.headers[LicensingService.requestIDHeader]
        reply.response = response
        if let echo { reply.response.headers.set(LicensingService.requestIDHeader, echo) }
    }

    private static let page = Array(
        "<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>\n".utf8
    )
}
