import KeylightCore
import KeylightPolicy
import Testing

@Suite("ReleaseTriage")
struct ReleaseTriageTests {
    static let text = ReplyBody(errorText: "seat not found")

    @Test("a seat is settled when the server took it back, or says there is none")
    func settled() {
        #expect(ReleaseTriage.isSettled(Fixture.reply(200, ReplyBody())))
        #expect(ReleaseTriage.isSettled(Fixture.reply(200, Self.text)))
        #expect(ReleaseTriage.isSettled(Fixture.reply(404, Self.text)))
        #expect(ReleaseTriage.isSettled(Fixture.reply(422, Self.text)))
    }

    @Test("BL-054: anything else is tried again, and the cause says why")
    func unsettled() {
        let rows: [(Int, ReplyBody?, FailureCause)] = [
            (200, nil, .unexpectedReply(status: 200)), (302, Self.text, .unexpectedReply(status: 302)),
            (400, Self.text, .requestRefused(status: 400)), (401, Self.text, .requestRefused(status: 401)),
            (403, Self.text, .requestRefused(status: 403)), (404, nil, .requestRefused(status: 404)),
            (404, ReplyBody(), .requestRefused(status: 404)), (422, nil, .requestRefused(status: 422)),
            (408, Self.text, .serverFault(status: 408)), (429, Self.text, .rateLimited),
            (500, Self.text, .serverFault(status: 500)), (503, Self.text, .serverFault(status: 503)),
            (511, Self.text, .unexpectedReply(status: 511)),
        ]
        for (status, body, cause) in rows {
            let reply = Fixture.reply(status, body)
            #expect(!ReleaseTriage.isSettled(reply))
            #expect(ReleaseTriage.cause(of: reply) == cause)
        }
        #expect(ReleaseTriage.cause(of: Fixture.reply(503, nil, retryAfter: 5)) == .rateLimited)
    }

    @Test("somebody else's reply settles nothing", arguments: [200, 404, 422])
    func foreign(status: Int) {
        let reply = Fixture.reply(status, Self.text, echo: "00000000")
        #expect(!ReleaseTriage.isSettled(reply))
        #expect(ReleaseTriage.cause(of: reply) == .foreignReply)
    }
}
