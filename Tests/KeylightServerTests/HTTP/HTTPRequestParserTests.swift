import Testing

@testable import KeylightServer

@Suite("Reading requests from bytes")
struct HTTPRequestParserTests {
    private static let post =
        "POST /a?b=c HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nX-Two: 1\r\nx-two:  2\t\r\n\r\nhello"
    private static let chunked =
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=y\r\nhel\r\n02\r\nlo\r\n0\r\nT: 1\r\n\r\n"

    /// Feeds bytes in pieces of one size and returns all requests, or the error that ended it.
    private func read(
        _ text: String,
        pieces: Int = .max,
        limits: HTTPLimits = HTTPLimits()
    ) throws(HTTPRequestError) -> [HTTPRequest] {
        var parser = HTTPRequestParser(limits: limits)
        var requests: [HTTPRequest] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            reading: while true {
                switch try parser.next() {
                case .needsBytes: break reading
                case .awaitsContinue: continue
                case .request(let request): requests.append(request)
                }
            }
        }
        return requests
    }

    private func error(_ text: String, limits: HTTPLimits = HTTPLimits()) -> Int? {
        do throws(HTTPRequestError) {
            _ = try read(text, limits: limits)
            return nil
        } catch {
            return error.status
        }
    }

    @Test("A request is read with its parts")
    func parts() throws {
        let request = try #require(try read(Self.post).first)
        #expect(request.method == "POST")
        #expect(request.path == "/a")
        #expect(request.query == "b=c")
        #expect(request.headers["X-TWO"] == "1, 2")
        #expect(request.headers.all("x-two") == ["1", "2"])
        #expect(request.headers["Missing"] == nil)
        #expect(String(decoding: request.body, as: UTF8.self) == "hello")
        #expect(request.keepsAlive)
    }

    @Test("However the bytes are cut, the requests are the same", arguments: 1...40)
    func pieces(size: Int) throws {
        let stream = Self.post + Self.chunked + "\r\nGET /x HTTP/1.0\r\n\r\n" + Self.post
        let whole = try read(stream)
        #expect(whole.count == 4)
        #expect(whole.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", "hello", "", "hello"])
        #expect(try read(stream, pieces: size) == whole)
    }

    @Test(
        "A connection stays open unless somebody says otherwise",
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.1", "Connection: x, Close\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
            ("HTTP/1.1", "Connection: keep-alive\r\n", true),
        ]
    )
    func keepAlive(version: String, header: String, keepsAlive: Bool) throws {
        let request = try #require(try read("GET / \(version)\r\nHost: h\r\n\(header)\r\n").first)
        #expect(request.keepsAlive == keepsAlive)
        #expect(request.isVersion10 == (version == "HTTP/1.0"))
    }

    @Test(
        "What is not a request is refused with its status",
        arguments: [
            ("hello\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
            ("GET / HTTP/1.1 \r\nHost: h\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
            ("GET / HTTP/1.2\r\nHost: h\r\n\r\n", 505), ("GET / http/1.1\r\nHost: h\r\n\r\n", 400),
            ("G@T / HTTP/1.1\r\nHost: h\r\n\r\n", 400), (" GET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
            ("GET x HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /\u{7f} HTTP/1.1\r\nHost: h\r\n\r\n", 400),
            ("GET /é HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: h\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\nX\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\u{1}\r\n\r\n", 400),
            ("GET / HTTP/1.1\nHost: h\n\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\n\n", 400),
            ("GET / HTTP/1.1\rHost: h\r\r", 400), ("GET / HT\u{0}TP/1.1\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: h\r\nExpect: the-unexpected\r\n\r\n", 417),
        ]
    )
    func malformedHeads(text: String, status: Int) {
        #expect(error(text) == status)
    }

    @Test(
        "A body without a clear end is refused",
        arguments: [
            ("Content-Length: -1", 400), ("Content-Length: +1", 400), ("Content-Length: 1e3", 400),
            ("Content-Length: 0x10", 400), ("Content-Length: ", 400), ("Content-Length: 1 2", 400),
            ("Content-Length: 1, 1", 400), ("Content-Length: ٣", 400),
            ("Content-Length: 1\r\nContent-Length: 2", 400),
            ("Content-Length: 99999999999999999999999999", 413), ("Content-Length: 65537", 413),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked", 400), ("Transfer-Encoding: gzip", 501),
            ("Transfer-Encoding: gzip, chunked", 501), ("Transfer-Encoding: chunked, chunked", 501),
            ("Transfer-Encoding: xchunked", 501),
        ]
    )
    func malformedFraming(header: String, status: Int) {
        #expect(error("POST / HTTP/1.1\r\nHost: h\r\n\(header)\r\n\r\n") == status)
        #expect(error("POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n") == 400)
    }

    @Test(
        "Malformed chunks are refused",
        arguments: [
            ("g\r\n", 400), ("-1\r\n", 400), ("+1\r\n", 400), ("0x1\r\n", 400), ("\r\n", 400),
            (" 1\r\n", 400),
            (";x\r\n", 400), ("1\nx\r\n", 400), ("3\r\nhello\r\n", 400), ("1\r\nxy\r\n", 400),
            ("1\r\nx\n", 400),
            ("1\r\n\n0\r\n\r\n0\r\n", 400), ("10001\r\n", 413), ("ffffffffffffffffffffffff\r\n", 413),
            ("8000000000000000\r\n", 413), ("1;" + String(repeating: "x", count: 300) + "\r\n", 400),
            ("1;" + String(repeating: "x", count: 300), 400),
            ("0\r\n" + String(repeating: "T: 1\r\n", count: 4_000), 431),
        ]
    )
    func malformedChunks(chunks: String, status: Int) {
        #expect(error("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks) == status)
    }

    @Test("The limits hold to the byte")
    func limits() throws {
        var limits = HTTPLimits()
        limits.headBytes = 64
        limits.bodyBytes = 8
        limits.headerLines = 3
        func head(_ length: Int) -> String {
            // The limit counts the head without its empty line.
            let start = "GET / HTTP/1.1\r\nHost: "
            return start + String(repeating: "h", count: length - start.utf8.count - 2) + "\r\n\r\n"
        }
        #expect(error(head(63), limits: limits) == nil)
        #expect(error(head(64), limits: limits) == 431)
        #expect(error(String(repeating: "x", count: 65), limits: limits) == 431)
        let lines = String(repeating: "a:\r\n", count: 2)
        #expect(error("GET / HTTP/1.1\r\nHost:h\r\n" + lines + "\r\n", limits: limits) == nil)
        #expect(error("GET / HTTP/1.1\r\nHost:h\r\na:\r\n" + lines + "\r\n", limits: limits) == 431)
        func post(_ header: String, _ body: String) -> String {
            "POST / HTTP/1.1\r\nHost:h\r\n\(header)\r\n\r\n\(body)"
        }
        #expect(error(post("Content-Length: 8", "12345678"), limits: limits) == nil)
        #expect(error(post("Content-Length: 9", ""), limits: limits) == 413)
        let coding = "Transfer-Encoding:chunked"
        #expect(error(post(coding, "4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n"), limits: limits) == nil)
        #expect(error(post(coding, "4\r\n1234\r\n5\r\n"), limits: limits) == 413)
    }

    @Test("The wait for 100 Continue is said once, and only while the body is missing")
    func expectation() throws {
        var parser = HTTPRequestParser(limits: HTTPLimits())
        let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
        parser.append(Array(head.utf8)[...])
        #expect(try parser.next() == .awaitsContinue)
        #expect(try parser.next() == .needsBytes)
        parser.append(Array("o".utf8)[...])
        #expect(try parser.next() == .needsBytes)
        parser.append(Array(("k" + head + "ok").utf8)[...])
        guard case .request = try parser.next() else { Issue.record("no request"); return }
        guard case .request = try parser.next() else { Issue.record("no second request"); return }
        #expect(parser.isIdle)
    }

    @Test("A parser is idle between requests and at no other moment")
    func idle() throws {
        var parser = HTTPRequestParser(limits: HTTPLimits())
        #expect(parser.isIdle)
        for byte in Self.post.utf8 {
            parser.append([byte])
            if try parser.next() == .needsBytes {
                #expect(!parser.isIdle)
            }
        }
        #expect(parser.isIdle)
    }
}
