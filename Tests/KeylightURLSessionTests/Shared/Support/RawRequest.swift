/// One request as it came over the wire.
struct RawRequest: Sendable {
    /// `POST /path HTTP/1.1`.
    var line: String
    /// Names in lower case.
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    var path: String { String(line.split(separator: " ").dropFirst().first ?? "") }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Reads a head; nil when it is none.
    init?(head: String) {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first else { return nil }
        line = String(first)
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        body = []
    }
}
