/// One reply before it is put on the wire.
struct HTTPResponse: Sendable, Equatable {
    var status: Int
    var headers = HTTPHeaderFields()
    var body: [UInt8] = []

    init(status: Int, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.body = body
        if let contentType { headers.set("Content-Type", contentType) }
    }

    init(status: Int, json: JSONValue) {
        self.init(status: status, contentType: "application/json", body: Array(json.text.utf8))
    }

    /// The service's form of an error: a text for people and nothing that code may branch on.
    static func error(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, json: ["error": .string(text)])
    }

    /// The bytes that follow the head: none for the statuses that never have a body, or the client would take
    /// them for its next reply.
    var bodyBytes: [UInt8] {
        hasBody ? body : []
    }

    private var hasBody: Bool {
        status != 204 && status != 304
    }

    /// The head as bytes. The length is that of the body, whatever is sent of it afterwards.
    func headBytes(keepsAlive: Bool, isVersion10: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for field in headers.fields {
            text += "\(field.name): \(field.value)\r\n"
        }
        text += "Cache-Control: no-store\r\n"
        if hasBody { text += "Content-Length: \(body.count)\r\n" }
        if !keepsAlive {
            text += "Connection: close\r\n"
        } else if isVersion10 {
            text += "Connection: keep-alive\r\n"
        }
        return Array((text + "\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
        reasons[status] ?? "Status"
    }

    private static let reasons: [Int: String] = [
        200: "OK", 204: "No Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 413: "Content Too Large", 417: "Expectation Failed",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Unknown Transfer Coding", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
