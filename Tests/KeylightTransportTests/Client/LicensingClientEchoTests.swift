import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

/// The echo of the request id: matching or missing counts, anything else is somebody else's reply.
@Suite struct LicensingClientEchoTests {
    private let yes = ScriptedReply.json(#"{"valid":true}"#)

    @Test func aMatchingEchoCounts() throws {
        let bench = try CallBench()
        bench.transport.enqueue(yes)
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply?.body?.verdict == true)
        #expect(exchange.echoedRequestID == "0a1b2c3d")
    }

    @Test func aMissingEchoCounts() throws {
        let bench = try CallBench()
        bench.transport.echo = .none
        bench.transport.enqueue(yes)
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply?.body?.verdict == true)
        #expect(exchange.echoedRequestID == nil)
        #expect(exchange.attempts == 1)
    }

    @Test func anEmptyEchoNamesNoOther() throws {
        let bench = try CallBench()
        bench.transport.echo = .other("")
        bench.transport.enqueue(yes)
        #expect(try bench.exchange(.validate).reply?.body?.verdict == true)
    }

    @Test(arguments: ["ffffffff", "0A1B2C3D", "0a1b2c3", "0a1b2c3d0", "0a1b2c3d, 0a1b2c3d", "x"])
    func anotherEchoIsNoAnswer(echo: String) throws {
        let bench = try CallBench()
        bench.transport.echo = .other(echo)
        bench.transport.enqueue(yes, yes, yes)
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply == nil)
        #expect(exchange.failureCause == .foreignReply)
        #expect(exchange.echoedRequestID == echo)
        #expect(exchange.status == 200)
        #expect(exchange.mayHaveArrived)
        #expect(exchange.attempts == 3)
    }

    @Test func aForeignReplyIsTriedAgain() throws {
        let bench = try CallBench()
        bench.transport.enqueue(LicensingClientRetryTests.foreign, yes)
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply?.body?.verdict == true)
        #expect(exchange.attempts == 2)
        #expect(exchange.mayHaveArrived)
    }

    /// A foreign refusal must neither end the call nor bring its date.
    @Test func aForeignDateIsNobodysDate() throws {
        let bench = try CallBench()
        bench.transport.echo = .other("ffffffff")
        bench.transport.enqueue(
            .status(429, retryAfter: 3_600),
            .status(429, retryAfter: 3_600),
            .status(429, retryAfter: 3_600)
        )
        let exchange = try bench.exchange(.validate)
        #expect(exchange.failureCause == .foreignReply)
        #expect(exchange.attempts == 3)
    }

    @Test func anActivationIsNotSentAgainAfterAForeignReply() throws {
        let bench = try CallBench()
        bench.transport.echo = .other("ffffffff")
        bench.transport.enqueue(.json(#"{"activated":true}"#))
        let exchange = try bench.exchange(.activate)
        #expect(exchange.failureCause == .foreignReply)
        #expect(exchange.attempts == 1)
        #expect(exchange.mayHaveArrived)
    }
}
