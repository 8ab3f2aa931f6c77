/// A reply as a client reads it.
struct LoopbackReply: Equatable {
    var status: Int
    /// By lowercase name.
    var headers: [String: String]
    var body: [UInt8]

    var text: String {
        String(decoding: body, as: UTF8.self)
    }

    /// The body as JSON.
    var json: Node {
        get throws { try Node(body) }
    }

    /// The first whole reply among some bytes (an interim one, a 204 and a 304 have no body) and the number of bytes that it takes; nil while it is not whole.
    static func first(
        in bytes: [UInt8],
        isBodyLeftOut: Bool = false
    ) throws -> (LoopbackReply, Int)? {
        guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        let statusLine = lines[0].split(separator: " ", maxSplits: 2)
        guard statusLine.count == 3, statusLine[0] == "HTTP/1.1", let status = Int(statusLine[1]) else {
            throw LoopbackConnection.Failure.malformedReply
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstRange(of: ": ") else {
                throw LoopbackConnection.Failure.malformedReply
            }
            let name = line[..<colon.lowerBound].lowercased()
            guard headers.updateValue(String(line[colon.upperBound...]), forKey: name) == nil else {
                throw LoopbackConnection.Failure.malformedReply
            }
        }
        var length = 0
        if status >= 200, status != 204, status != 304 {
            guard let announced = headers["content-length"].flatMap({ Int($0) }), announced >= 0 else {
                throw LoopbackConnection.Failure.malformedReply
            }
            length = isBodyLeftOut ? 0 : announced
        }
        let end = headEnd.upperBound + length
        guard bytes.count >= end else { return nil }
        let body = Array(bytes[headEnd.upperBound..<end])
        return (LoopbackReply(status: status, headers: headers, body: body), end)
    }
}
