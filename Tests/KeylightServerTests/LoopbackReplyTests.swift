import Testing

@Suite("The test client's reading of replies")
struct LoopbackReplyTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("A whole reply is taken, and only that")
    func whole() throws {
        let text =
            "HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 2\r\nA-B: c: d\r\n\r\n{}HTTP/1.1 200"
        let (reply, count) = try #require(try LoopbackReply.first(in: bytes(text)))
        #expect(reply.status == 422)
        #expect(reply.headers == ["content-length": "2", "a-b": "c: d"])
        #expect(reply.text == "{}")
        #expect(count == text.utf8.count - "HTTP/1.1 200".utf8.count)
    }

    @Test("An incomplete reply is waited for")
    func incomplete() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{"
        for count in 0...text.utf8.count {
            #expect(try LoopbackReply.first(in: Array(bytes(text).prefix(count))) == nil)
        }
    }

    @Test("An interim reply has no body, and neither has a reply to HEAD")
    func withoutBody() throws {
        let interim = try LoopbackReply.first(in: bytes("HTTP/1.1 100 Continue\r\n\r\n"))
        #expect(interim?.0.status == 100)
        let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        #expect(try LoopbackReply.first(in: head, isBodyLeftOut: true)?.1 == head.count)
    }

    @Test(
        "What is not a reply is refused",
        arguments: [
            "HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA: b\r\na: c\r\nContent-Length: 0\r\n\r\n", "<html>\r\n\r\n",
        ]
    )
    func malformed(text: String) {
        #expect(throws: LoopbackConnection.Failure.malformedReply) {
            try LoopbackReply.first(in: bytes(text))
        }
    }
}
