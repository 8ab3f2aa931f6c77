/// A base URL, taken apart by a grammar that is narrower than RFC 3986 on purpose.
///
/// What a lenient parser here and another one in the HTTP stack would read differently (user info, a
/// backslash, percent signs in the host, octal addresses) is refused, so that the host that was checked is
/// the host that is contacted.
struct BaseURL: Sendable, Hashable {
    /// `https://host[:port]`, in lower case.
    let origin: String
    /// The path without a `/` at the end; empty for none.
    let path: String
    /// Whether the host is this machine.
    let isLoopback: Bool

    init(_ text: String) throws(ServiceEndpointError) {
        guard let colon = text.range(ofASCII: "://") else { throw .noScheme }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { throw .unsupportedScheme }
        let rest = text[colon.upperBound...]
        guard !rest.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            throw .queryOrFragment
        }
        let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let authority = rest[..<slash]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .userInfo }
        let (name, port) = try Self.split(authority)
        // Checked before it is put in lower case: a Kelvin sign becomes an ordinary k.
        guard Self.isHost(name) else { throw .invalidHost }
        let host = name.lowercased()
        isLoopback = Self.isLoopback(host)
        guard scheme == "https" || isLoopback else { throw .insecureHost }
        origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
        path = try Self.checkedPath(rest[slash...])
    }

    // MARK: - Host and port

    private static func split(
        _ authority: Substring
    ) throws(ServiceEndpointError) -> (host: Substring, port: UInt16?) {
        var host = authority
        var portText: Substring?
        let searched = authority.hasPrefix("[") ? authority.utf8.lastIndex(of: UInt8(ascii: "]")) : nil
        let start = searched ?? authority.startIndex
        if let colon = authority[start...].utf8.firstIndex(of: UInt8(ascii: ":")) {
            host = authority[..<colon]
            portText = authority[authority.utf8.index(after: colon)...]
        }
        guard let portText else { return (host, nil) }
        guard portText.utf8.allSatisfy(isDigit), let port = UInt16(portText), port > 0 else {
            throw .invalidPort
        }
        return (host, port)
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") { return isIPv6Literal(host.dropFirst().dropLast()) }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return !host.isEmpty && host.utf8.count <= 253
            && labels.allSatisfy { label in
                !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-")
                    && label.allSatisfy {
                        isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    }
            }
    }

    /// Only the characters are looked at: whether it is an address, the system says when it connects.
    private static func isIPv6Literal(_ text: Substring) -> Bool {
        text.utf8.count >= 2 && text.utf8.contains(UInt8(ascii: ":"))
            && text.utf8.allSatisfy { byte in
                isHexadecimalDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
    }

    /// `localhost`, `[::1]`, or four plain decimal numbers of which the first is 127.
    ///
    /// `127.1`, `0177.0.0.1` and `2130706433` reach this machine with some resolvers and another with
    /// others, and so do not count.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                part.utf8.allSatisfy(isDigit) && UInt8(part) != nil && (part == "0" || !part.hasPrefix("0"))
            }
    }

    // MARK: - Path

    private static func checkedPath(_ text: Substring) throws(ServiceEndpointError) -> String {
        var path = text
        while path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        guard !path.isEmpty else { return "" }
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard !segment.isEmpty, segment != ".", segment != "..", isPlain(segment) else {
                throw .invalidPath
            }
        }
        return String(path)
    }

    private static func isPlain(_ segment: Substring) -> Bool {
        var hexadecimalsDue = 0
        for byte in segment.utf8 {
            if hexadecimalsDue > 0 {
                guard isHexadecimalDigit(byte) else { return false }
                hexadecimalsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                hexadecimalsDue = 2
            } else if !isLetterOrDigit(byte), !"-._~!$&'()*+,;=:@".utf8.contains(byte) {
                return false
            }
        }
        return hexadecimalsDue == 0
    }

    // MARK: - Characters

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension String {
    /// The first occurrence of an ASCII text, compared byte by byte; the standard library alone has none.
    fileprivate func range(ofASCII wanted: String) -> Range<String.Index>? {
        let needle = Array(wanted.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: needle) {
                return start..<utf8.index(start, offsetBy: needle.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
