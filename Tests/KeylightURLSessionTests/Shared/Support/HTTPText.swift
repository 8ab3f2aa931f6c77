/// Replies as bytes.
enum HTTPText {
    static func reply(_ status: Int, headers: [String] = [], body: String = "") -> [UInt8] {
        reply(status, headers: headers, body: Array(body.utf8))
    }

    static func reply(_ status: Int, headers: [String] = [], body: [UInt8]) -> [UInt8] {
        Array(head(status, headers: headers + ["Content-Length: \(body.count)"]).utf8) + body
    }

    static func head(_ status: Int, headers: [String]) -> String {
        "HTTP/1.1 \(status) Status\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    }
}
