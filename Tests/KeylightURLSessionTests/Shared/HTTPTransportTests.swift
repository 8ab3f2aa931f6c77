import KeylightTransport
import Testing

/// Replies of every shape, over real sockets; the same for each HTTP stack, which `UnderTest` names.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct HTTPTransportTests {
    private let transport: any Transport

    init() throws {
        transport = try UnderTest.makeTransport()
    }

    private func kind(of answer: [UInt8], keepAlive: Bool = false) async throws -> TransportError.Kind? {
        let server = try RawServer(answer: answer, keepAlive: keepAlive)
        do {
            let response = try await transport.send(.test(server))
            Issue.record("a reply came: \(response)")
            return nil
        } catch let error as TransportError {
            return error.kind
        }
    }

    // MARK: - Ordinary replies

    @Test func theRequestArrivesAsItWasMade() async throws {
        let server = try RawServer(
            answer: HTTPText.reply(200, headers: ["X-Keylight-Request-Id: 0a1b2c3d"], body: "{}")
        )
        let headers = [
            HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Keylight-SDK-Key", "sdk_live_x"),
            HTTPHeader("X-Keylight-Request-Id", "0a1b2c3d"),
        ]
        let text = #"{"license_key":"ACME-é-😀"}"#
        let response = try await transport.send(.test(server, headers: headers, body: text))
        #expect(response.status == 200)
        #expect(response.body == Array("{}".utf8))
        #expect(response.header("x-keylight-request-id") == "0a1b2c3d")
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /acme/app/validate HTTP/1.1")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("x-keylight-sdk-key") == "sdk_live_x")
        #expect(request.header("x-keylight-request-id") == "0a1b2c3d")
        #expect(request.header("cookie") == nil)
        #expect(request.header("authorization") == nil)
        #expect(request.body == Array(text.utf8))
        #expect(server.requests.count == 1)
    }

    /// What a stack adds is the same for every app, machine and user: with telemetry off nothing is told by the way.
    @Test func nothingIsToldBesidesTheRequest() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        let headers = [
            HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Keylight-SDK-Key", "sdk_live_x"),
            HTTPHeader("X-Keylight-Request-Id", "0a1b2c3d"),
        ]
        _ = try await transport.send(.test(server, headers: headers, body: "{}"))
        let request = try #require(server.requests.first)
        let own = [
            "host: 127.0.0.1:\(server.port)", "content-length: 2", "content-type: application/json",
            "x-keylight-sdk-key: sdk_live_x", "x-keylight-request-id: 0a1b2c3d", "user-agent: keylight-swift",
        ]
        #expect(
            request.headers.map { "\($0.name): \($0.value)" }.sorted()
                == (own + UnderTest.addedHeaders).sorted()
        )
    }

    @Test func aRequestsOwnWordsGoFirst() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        let headers = [HTTPHeader("user-agent", "mine"), HTTPHeader("ACCEPT-LANGUAGE", "de")]
        _ = try await transport.send(.test(server, headers: headers))
        let request = try #require(server.requests.first)
        #expect(request.headers.filter { $0.name == "user-agent" }.map(\.value) == ["mine"])
        #expect(request.headers.filter { $0.name == "accept-language" }.map(\.value) == ["de"])
    }

    @Test func aGETHasNoBody() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        _ = try await transport.send(
            .test(server, path: "/acme/app/config", method: "GET", headers: [], body: nil)
        )
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /acme/app/config HTTP/1.1")
        #expect(request.header("content-type") == nil)
        #expect(request.body.isEmpty)
    }

    @Test(arguments: [200, 400, 402, 403, 404, 408, 418, 422, 429, 500, 502, 503, 504, 511, 530])
    func everyStatusIsAReply(status: Int) async throws {
        let server = try RawServer(
            answer: HTTPText.reply(status, headers: ["Retry-After: 120"], body: #"{"error":"x"}"#)
        )
        let response = try await transport.send(.test(server))
        #expect(response.status == status)
        #expect(response.body == Array(#"{"error":"x"}"#.utf8))
        #expect(response.header("retry-after") == "120")
        #expect(server.requests.count == 1)
    }

    @Test func aRequestForAPasswordIsAReply() async throws {
        for challenge in [
            #"Basic realm="x""#, #"Digest realm="x", nonce="y""#, "Bearer", "NTLM", "Negotiate",
        ] {
            let server = try RawServer(
                answer: HTTPText.reply(
                    401,
                    headers: ["WWW-Authenticate: \(challenge)"],
                    body: #"{"error":"x"}"#
                )
            )
            let response = try await transport.send(.test(server))
            #expect(response.status == 401)
            #expect(response.body == Array(#"{"error":"x"}"#.utf8))
            #expect(server.requests.count == 1)
        }
    }

    /// BL-003, what a portal sends: all of it arrives, none of it is believed here.
    @Test func pagesAndEmptinessAreReplies() async throws {
        let page = "<!doctype html>Sign in"
        for type in ["text/html", "application/json"] {
            let server = try RawServer(
                answer: HTTPText.reply(200, headers: ["Content-Type: \(type)"], body: page)
            )
            let response = try await transport.send(.test(server))
            #expect(response.status == 200)
            #expect(response.body == Array(page.utf8))
        }
        for answer in [HTTPText.reply(200, body: ""), Array("HTTP/1.1 204 No\r\n\r\n".utf8)] {
            let server = try RawServer(answer: answer)
            #expect(try await transport.send(.test(server)).body.isEmpty)
        }
    }

    @Test func aBodyWithoutLengthEndsWithTheConnection() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\n\r\n{}")
        #expect(try await transport.send(.test(server)).body == Array("{}".utf8))
    }

    @Test func aChunkedBodyIsPutTogether() async throws {
        let server = try RawServer(
            answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
            keepAlive: true
        )
        #expect(try await transport.send(.test(server)).body == Array("{}".utf8))
    }

    @Test func anInterimReplyIsNotTheReply() async throws {
        let server = try RawServer(
            answer: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) + HTTPText.reply(200, body: "{}")
        )
        #expect(try await transport.send(.test(server)).status == 200)
    }

    // MARK: - Redirects

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsTheReplyAndNobodyElseIsContacted(status: Int) async throws {
        let other = try RawServer(answer: HTTPText.reply(200, body: #"{"valid":true}"#))
        let server = try RawServer(
            answer: HTTPText.reply(status, headers: ["Location: \(other.origin)/steal"], body: "moved")
        )
        let response = try await transport.send(.test(server))
        #expect(response.status == status)
        #expect(response.header("location") == "\(other.origin)/steal")
        #expect(server.requests.count == 1)
        #expect(other.acceptedCount == 0)
    }

    @Test(arguments: [
        "/elsewhere", "", "file:///etc/passwd", "javascript:alert(1)", "http://[x", "ftp://127.0.0.1/x", "//",
        "?",
    ])
    func aStrangeRedirectIsAReplyToo(location: String) async throws {
        let server = try RawServer(answer: HTTPText.reply(302, headers: ["Location: \(location)"]))
        #expect(try await transport.send(.test(server)).status == 302)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [300, 301, 302, 304, 307])
    func aRedirectToNowhereIsAReplyToo(status: Int) async throws {
        let server = try RawServer(answer: HTTPText.reply(status))
        #expect(try await transport.send(.test(server)).status == status)
    }

    // MARK: - Nothing is kept

    @Test func noCookieIsKept() async throws {
        let server = try RawServer(
            answer: HTTPText.reply(200, headers: ["Set-Cookie: a=b; Path=/"], body: "{}")
        )
        _ = try await transport.send(.test(server))
        _ = try await transport.send(.test(server))
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.header("cookie") == nil })
    }

    @Test func noReplyIsKept() async throws {
        let headers = ["Cache-Control: max-age=86400", #"ETag: "x""#]
        let server = try RawServer(answer: HTTPText.reply(200, headers: headers, body: "{}"))
        for _ in 0..<2 {
            _ = try await transport.send(.test(server, method: "GET", headers: [], body: nil))
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.header("if-none-match") == nil })
    }

    // MARK: - The limit on a reply's size

    @Test(arguments: [1_000, 65_536])
    func aReplyOfExactlyTheLimitIsTaken(limit: Int) async throws {
        let body = String(repeating: "x", count: limit)
        let server = try RawServer(answer: HTTPText.reply(200, body: body))
        let response = try await transport.send(.test(server, maximumReplyBytes: limit))
        #expect(response.body.count == limit)
    }

    @Test func anAnnouncedLengthOverTheLimitIsCutAtOnce() async throws {
        // Not one byte of the body is ever sent.
        let server = try RawServer { connection, _ in
            connection.send(HTTPText.head(200, headers: ["Content-Length: 65537"]))
            connection.waitForHangUp()
            return false
        }
        await #expect { try await transport.send(.test(server)) } throws: { Self.isOversize($0) }
        await server.wait(for: .hangUp)
    }

    /// A body of unknown length that goes on beyond the limit, and whose end never comes.
    @Test func anEndlessBodyIsCutAtTheLimit() async throws {
        let server = try RawServer { connection, _ in
            connection.send(HTTPText.head(200, headers: ["Transfer-Encoding: chunked"]))
            let chunk =
                Array("1000\r\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 4_096)
                + Array("\r\n".utf8)
            for _ in 0..<17 { connection.send(chunk) }
            connection.waitForHangUp()
            return false
        }
        await #expect { try await transport.send(.test(server)) } throws: { Self.isOversize($0) }
        await server.wait(for: .hangUp)
    }

    private static func isOversize(_ error: any Error) -> Bool {
        (error as? TransportError)?.kind == .oversizeReply
    }

    // MARK: - Broken replies

    @Test func aServerThatHangsUpWithoutAWord() async throws {
        #expect(try await kind(of: []) == .connectionLost)
    }

    @Test func aBodyThatEndsTooEarly() async throws {
        #expect(
            try await kind(of: Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}".utf8))
                == .connectionLost
        )
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}"
        #expect(try await kind(of: Array(chunked.utf8)) == .connectionLost)
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9\r\n\r\n", "HTTP/1.1 000 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",
    ])
    func whatIsNoHTTPIsNoReply(answer: String) async throws {
        let kind = try #require(try await kind(of: Array(answer.utf8)))
        #expect(TransportError(kind).mayHaveArrived)
    }

    @Test func aPortWithoutServerCannotBeConnectedTo() async throws {
        let (descriptor, port) = try Sockets.reserve()
        defer { Sockets.systemClose(descriptor) }
        await #expect {
            try await transport.send(.test(origin: "http://127.0.0.1:\(port)"))
        } throws: { error in
            (error as? TransportError)?.kind == .cannotConnect
        }
    }

    @Test(arguments: ["", "http://", "not a url", "http://h ost/"])
    func aURLThatIsNone(url: String) async {
        let request = TransportRequest(method: "GET", url: url, path: "/", headers: [], body: nil)
        await #expect(throws: TransportError.self) { try await transport.send(request) }
    }
}
