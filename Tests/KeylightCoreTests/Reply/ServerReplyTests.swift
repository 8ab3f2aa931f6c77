import KeylightCore
import Testing

@Suite("ServerReply")
struct ServerReplyTests {
    @Test("only an echo that is there and different makes a reply somebody else's")
    func echo() {
        func reply(_ echo: String?) -> ServerReply {
            ServerReply(
                status: 200,
                body: nil,
                requestID: RequestID(randomBits: 0xABC),
                echoedRequestID: echo
            )
        }
        #expect(!reply(nil).isForeign)
        #expect(!reply("00000abc").isForeign)
        #expect(reply("00000abd").isForeign)
        #expect(reply("00000ABC").isForeign)
        #expect(reply("").isForeign)
        #expect(reply("00000abc, 00000abc").isForeign)
    }
}
