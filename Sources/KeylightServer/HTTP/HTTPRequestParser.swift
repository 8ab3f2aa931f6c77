/// Turns the bytes of one connection into requests, however they were cut into packets.
///
/// It does no input of its own: bytes go in through `append`, and `next` says what they amount to. So every
/// hostile input can be tried without a socket. Lines end in CR LF and nothing else, because a parser that
/// is generous here reads another request than the proxy before it.
struct HTTPRequestParser {
    /// What `next` found.
    enum Step: Equatable {
        /// Nothing more can be said until more bytes have come.
        case needsBytes
        /// The client waits for `100 Continue` before it sends its body. Said once a request.
        case awaitsContinue
        case request(HTTPRequest)
    }

    private enum Phase {
        case head
        case body(Int)
        case chunkSize
        case chunkData(Int)
        case chunkEnd
        case trailers
    }

    private let limits: HTTPLimits
    private var bytes: [UInt8] = []
    /// Where the unread bytes start: moved on instead of removing bytes from the front.
    private var position = 0
    /// How far the head has been scanned for its end.
    private var scanned = 0
    private var phase = Phase.head
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var continueIsDue = false
    private var trailerBytes = 0

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// Whether no request has begun: an end of the connection here is a polite one.
    var isIdle: Bool {
        head == nil && position == bytes.count
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if position > 0 {
            bytes.removeFirst(position)
            scanned -= position
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next thing that the bytes so far amount to; throws when they cannot become a request.
    mutating func next() throws(HTTPRequestError) -> Step {
        while true {
            switch phase {
            case .head:
                guard try readHead() else { return .needsBytes }
            case .body(let length):
                guard length == 0 || take(length) else { return waiting() }
                return finish()
            case .chunkSize:
                guard let line = try takeLine(limit: limits.chunkLineBytes) else { return waiting() }
                let size = try chunkSize(line)
                phase = size == 0 ? .trailers : .chunkData(size)
            case .chunkData(let size):
                guard take(size) else { return waiting() }
                phase = .chunkEnd
            case .chunkEnd:
                guard let line = try takeLine(limit: 2) else { return waiting() }
                guard line.isEmpty else { throw .malformed("A chunk is longer than it says.") }
                phase = .chunkSize
            case .trailers:
                guard let line = try takeLine(limit: limits.headBytes) else { return waiting() }
                trailerBytes += line.count + 2
                guard trailerBytes <= limits.headBytes else { throw .headTooLarge }
                if line.isEmpty { return finish() }
            }
        }
    }

    private mutating func waiting() -> Step {
        guard continueIsDue else { return .needsBytes }
        continueIsDue = false
        return .awaitsContinue
    }

    // MARK: Head

    private mutating func readHead() throws(HTTPRequestError) -> Bool {
        // Empty lines before a request line are forgiven: some clients end a body with one.
        while scanned == position, bytes.count - position >= 2, bytes[position] == 0x0D,
            bytes[position + 1] == 0x0A
        {
            position += 2
            scanned = position
        }
        guard let end = try scanHead() else { return false }
        let lines = Self.lines(bytes[position..<end])
        let head = try HTTPRequestHead(lines: lines, limits: limits)
        position = end + 2
        scanned = position
        continueIsDue = head.expectsContinue
        switch head.framing {
        case .length(let length): phase = .body(length)
        case .chunked: phase = .chunkSize
        }
        self.head = head
        return true
    }

    /// Looks for the empty line; returns where it starts. Refuses at the first byte that no head can hold,
    /// so that a client which sends something else than HTTP gets its answer at once.
    private mutating func scanHead() throws(HTTPRequestError) -> Int? {
        while scanned < bytes.count {
            guard scanned - position < limits.headBytes else { throw .headTooLarge }
            switch bytes[scanned] {
            case 0x0D:
                guard scanned + 1 < bytes.count else { return nil }
                guard bytes[scanned + 1] == 0x0A else { throw .malformed("A bare CR in the head.") }
                let startsLine = scanned == position || bytes[scanned - 1] == 0x0A
                if startsLine { return scanned }
                scanned += 2
            case 0x0A:
                throw .malformed("A bare LF in the head.")
            case 0x00:
                throw .malformed("A NUL in the head.")
            default:
                scanned += 1
            }
        }
        return nil
    }

    private static func lines(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        // Every LF follows a CR here, and every CR precedes an LF.
        head.split(separator: 0x0A).map { $0.dropLast() }
    }

    // MARK: Body

    /// Moves that many bytes to the body; false while they are not all there.
    private mutating func take(_ count: Int) -> Bool {
        guard bytes.count - position >= count else { return false }
        body.append(contentsOf: bytes[position..<(position + count)])
        position += count
        scanned = position
        return true
    }

    /// Takes one line of chunk framing without its end; nil while it is not all there.
    private mutating func takeLine(limit: Int) throws(HTTPRequestError) -> ArraySlice<UInt8>? {
        let rest = bytes[position...]
        guard let end = rest.firstIndex(of: 0x0A) else {
            guard rest.count <= limit else { throw .malformed("A line of the chunk framing is too long.") }
            return nil
        }
        guard end - position <= limit, end > position, bytes[end - 1] == 0x0D else {
            throw .malformed("A line of the chunk framing is malformed.")
        }
        position = end + 1
        scanned = position
        return bytes[(rest.startIndex)..<(end - 1)]
    }

    private func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPRequestError) -> Int {
        var size = 0
        var digits = 0
        for byte in line {
            guard let digit = HTTPSyntax.hexDigit(byte) else {
                // Extensions are allowed and mean nothing here.
                guard digits > 0, byte == UInt8(ascii: ";") || HTTPSyntax.isBlank(byte) else {
                    throw .malformed("A chunk size is malformed.")
                }
                return size
            }
            digits += 1
            size = size * 16 + digit
            // Checked at each digit, so the product above stays far from the end of Int.
            guard size <= limits.bodyBytes - body.count else { throw .bodyTooLarge }
        }
        guard digits > 0 else { throw .malformed("A chunk size is missing.") }
        return size
    }

    private mutating func finish() -> Step {
        defer {
            head = nil
            body = []
            phase = .head
            continueIsDue = false
            trailerBytes = 0
            scanned = position
        }
        guard let head else { return .needsBytes }
        return .request(
            HTTPRequest(
                method: head.method,
                path: head.path,
                query: head.query,
                headers: head.headers,
                body: body,
                keepsAlive: head.keepsAlive,
                isVersion10: head.isVersion10
            )
        )
    }
}
