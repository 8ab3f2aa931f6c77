/// A request line and its header fields, with what they say about the body.
struct HTTPRequestHead: Sendable {
    var method: String
    var path: String
    var query: String?
    var headers = HTTPHeaderFields()
    var isVersion10 = false
    var framing = Framing.length(0)

    /// How the end of the body is found.
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
    }

    var keepsAlive: Bool {
        let options = headers.tokens("Connection")
        return isVersion10 ? options.contains("keep-alive") : !options.contains("close")
    }

    var expectsContinue: Bool {
        !isVersion10 && headers.tokens("Expect").contains("100-continue")
    }

    /// Reads the lines of a head (without the empty one that ends it).
    init(lines: [ArraySlice<UInt8>], limits: HTTPLimits) throws(HTTPRequestError) {
        guard let first = lines.first else { throw .malformed("The request line is missing.") }
        (method, path, query, isVersion10) = try Self.requestLine(first)
        guard lines.count - 1 <= limits.headerLines else { throw .headTooLarge }
        for line in lines.dropFirst() {
            try readField(line)
        }
        try checkHost()
        try checkExpectation()
        framing = try bodyFraming(limit: limits.bodyBytes)
    }

    private static func requestLine(
        _ line: ArraySlice<UInt8>
    ) throws(HTTPRequestError) -> (String, String, String?, Bool) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(HTTPSyntax.isTokenByte) else {
            throw .malformed("The request line is malformed.")
        }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            let isOther = version.utf8.count == 8 && version.hasPrefix("HTTP/")
            throw isOther
                ? HTTPRequestError(status: 505, text: "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
                : .malformed("The request line is malformed.")
        }
        let (path, query) = try target(parts[1])
        return (String(decoding: parts[0], as: UTF8.self), path, query, version == "HTTP/1.0")
    }

    private static func target(_ bytes: ArraySlice<UInt8>) throws(HTTPRequestError) -> (String, String?) {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .malformed("The request target is malformed.")
        }
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        if text.lowercased().hasPrefix("http://") {
            // The form that clients send to a proxy. What stands before the path does not matter here.
            let rest = text.dropFirst("http://".count)
            text = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        guard text.hasPrefix("/") || text == "*" else {
            throw .malformed("The request target is malformed.")
        }
        guard let mark = text.firstIndex(of: "?") else { return (String(text), nil) }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }

    private mutating func readField(_ line: ArraySlice<UInt8>) throws(HTTPRequestError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(HTTPSyntax.isTokenByte)
        else {
            // A folded line (one that starts with a blank) ends here too: nobody may send one any more.
            throw .malformed("A header line is malformed.")
        }
        var value = line[(colon + 1)...]
        while let byte = value.first, HTTPSyntax.isBlank(byte) { value = value.dropFirst() }
        while let byte = value.last, HTTPSyntax.isBlank(byte) { value = value.dropLast() }
        guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw .malformed("A header line holds a control character.")
        }
        headers.add(
            String(decoding: line[..<colon], as: UTF8.self),
            String(decoding: value, as: UTF8.self)
        )
    }

    private func checkHost() throws(HTTPRequestError) {
        let count = headers.all("Host").count
        guard count == 1 || (isVersion10 && count == 0) else {
            throw .malformed("Exactly one Host header is needed.")
        }
    }

    private func checkExpectation() throws(HTTPRequestError) {
        guard !isVersion10 else { return }
        guard headers.tokens("Expect").allSatisfy({ $0 == "100-continue" }) else {
            throw HTTPRequestError(status: 417, text: "The only expectation met here is 100-continue.")
        }
    }

    private func bodyFraming(limit: Int) throws(HTTPRequestError) -> Framing {
        let codings = headers.all("Transfer-Encoding")
        let lengths = headers.all("Content-Length")
        if !codings.isEmpty {
            // Two framings at once are how one request is smuggled inside another.
            guard lengths.isEmpty, !isVersion10 else {
                throw .malformed("Transfer-Encoding cannot stand beside Content-Length.")
            }
            guard headers.tokens("Transfer-Encoding") == ["chunked"] else {
                throw HTTPRequestError(status: 501, text: "The only transfer coding known here is chunked.")
            }
            return .chunked
        }
        guard let first = lengths.first else { return .length(0) }
        guard lengths.allSatisfy({ $0 == first }), !first.isEmpty,
            first.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else {
            throw .malformed("Content-Length is malformed.")
        }
        // All digits, so the only way to fail is to be too large for an Int.
        guard let length = Int(first), length <= limit else { throw .bodyTooLarge }
        return .length(length)
    }
}
