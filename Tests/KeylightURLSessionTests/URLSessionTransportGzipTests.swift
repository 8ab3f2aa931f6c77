import KeylightTransport
import KeylightURLSession
import Testing

/// Nobody asks for compressed replies, but what comes compressed all the same is unpacked by the session.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct URLSessionTransportGzipTests {
    private let transport = URLSessionTransport()

    /// 1 MB of zeros in 1 kB of gzip: what counts is what comes out.
    @Test func aBombIsCutAtTheLimit() async throws {
        let bomb = GzipSamples.zeros
        let server = try RawServer(
            answer: HTTPText.reply(200, headers: ["Content-Encoding: gzip"], body: bomb)
        )
        await #expect { try await transport.send(.test(server)) } throws: {
            ($0 as? TransportError)?.kind == .oversizeReply
        }
    }

    @Test func gzipIsUnpacked() async throws {
        let server = try RawServer(
            answer: HTTPText.reply(200, headers: ["Content-Encoding: gzip"], body: GzipSamples.emptyObject)
        )
        #expect(try await transport.send(.test(server)).body == Array("{}".utf8))
    }

    @Test func whatIsNoGzipIsNoReply() async throws {
        let server = try RawServer(
            answer: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 14\r\n\r\nnot gzip at all"
        )
        await #expect {
            try await transport.send(.test(server))
        } throws: { error in
            (error as? TransportError)?.mayHaveArrived == true
        }
    }
}
