import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

/// When a call is sent again, when it is not, and exactly when.
@Suite struct LicensingClientRetryTests {
    /// What one attempt may end with, and whether each call is sent again after it.
    struct Fate: Sendable, CustomTestStringConvertible {
        var name: String
        var reply: ScriptedReply
        var validateAgain: Bool
        var activateAgain: Bool
        var mayHaveArrived: Bool

        var testDescription: String { name }

        init(
            _ name: String,
            _ reply: ScriptedReply,
            validate: Bool,
            activate: Bool,
            arrived: Bool
        ) {
            self.name = name
            self.reply = reply
            validateAgain = validate
            activateAgain = activate
            mayHaveArrived = arrived
        }
    }

    struct StrangeError: Error {}

    static let foreign = ScriptedReply.response(
        TransportResponse(
            status: 200,
            headers: [HTTPHeader("X-Keylight-Request-Id", "ffffffff")],
            body: Array(#"{"valid":true}"#.utf8)
        )
    )

    static let fates: [Fate] = [
        Fate("not connected", .failure(.notConnected), validate: true, activate: true, arrived: false),
        Fate("cannot connect", .failure(.cannotConnect), validate: true, activate: true, arrived: false),
        Fate("TLS failed", .failure(.tlsFailed), validate: true, activate: true, arrived: false),
        Fate("timed out", .failure(.timedOut), validate: true, activate: false, arrived: true),
        Fate("connection lost", .failure(.connectionLost), validate: true, activate: false, arrived: true),
        Fate("oversize", .failure(.oversizeReply), validate: true, activate: false, arrived: true),
        Fate("other", .failure(.other), validate: true, activate: false, arrived: true),
        Fate("foreign error", .error(StrangeError()), validate: true, activate: false, arrived: true),
        Fate(
            "cancelled by itself",
            .error(CancellationError()),
            validate: true,
            activate: false,
            arrived: true
        ),
        Fate("foreign echo", foreign, validate: true, activate: false, arrived: true),
        Fate("408", .status(408), validate: true, activate: true, arrived: false),
        Fate("429", .status(429), validate: true, activate: true, arrived: false),
        Fate("503", .status(503), validate: true, activate: true, arrived: false),
        Fate("500", .status(500), validate: true, activate: false, arrived: true),
        Fate("502", .status(502), validate: true, activate: false, arrived: true),
        Fate("504", .status(504), validate: true, activate: false, arrived: true),
        Fate("511", .status(511), validate: true, activate: false, arrived: true),
        Fate("520", .status(520), validate: true, activate: false, arrived: true),
        Fate("524", .status(524), validate: true, activate: false, arrived: true),
        Fate(
            "429 with a date",
            .status(429, retryAfter: 120),
            validate: false,
            activate: false,
            arrived: false
        ),
        Fate(
            "503 with a date",
            .status(503, retryAfter: 120),
            validate: false,
            activate: false,
            arrived: false
        ),
        Fate("429 at once", .status(429, retryAfter: 0), validate: false, activate: false, arrived: false),
        Fate("500 with a date", .status(500, retryAfter: 1), validate: true, activate: false, arrived: true),
        Fate("422", .json("{}", status: 422), validate: false, activate: false, arrived: false),
    ]

    @Test(arguments: fates, [ServiceCall.activate, .validate, .deactivate])
    func sentAgainOrNot(fate: Fate, call: ServiceCall) throws {
        let bench = try CallBench()
        bench.transport.enqueue(fate.reply, fate.reply, fate.reply)
        let exchange = try bench.exchange(call)
        let isSentAgain = call == .activate ? fate.activateAgain : fate.validateAgain
        #expect(exchange.attempts == (isSentAgain ? 3 : 1))
        #expect(bench.transport.requestCount == exchange.attempts)
        #expect(bench.sendTimes == (isSentAgain ? [0, 500, 1_500] : [0]))
        #expect(exchange.mayHaveArrived == fate.mayHaveArrived)
        // BL-013: the attempts of a call share its id, and so do its reply and its errors.
        #expect(Set(bench.transport.requests.map(\.requestID)) == ["0a1b2c3d"])
        #expect(exchange.requestID == bench.requestID)
        bench.transport.removeQueuedReplies()
        try bench.simulation.finish()
    }

    @Test(arguments: [ServiceCall.activate, .validate, .deactivate])
    func aSecondAttemptThatWorksEndsTheCall(call: ServiceCall) throws {
        let bench = try CallBench()
        bench.transport.enqueue(.failure(.cannotConnect), .json(#"{"valid":true}"#))
        let exchange = try bench.exchange(call)
        #expect(exchange.reply?.body?.verdict == true)
        #expect(exchange.attempts == 2)
        #expect(!exchange.mayHaveArrived)
        #expect(bench.sendTimes == [0, 500])
        try bench.simulation.finish()
    }

    @Test func anUncertainFirstAttemptStaysUncertain() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.failure(.connectionLost), .json(#"{"valid":true}"#))
        let exchange = try bench.exchange(.validate)
        #expect(exchange.reply?.status == 200)
        #expect(exchange.mayHaveArrived)
    }

    @Test func anActivationStopsAtTheFirstUncertainAttempt() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.status(503), .failure(.timedOut))
        let exchange = try bench.exchange(.activate)
        #expect(exchange.failureCause == .timedOut)
        #expect(exchange.attempts == 2)
        #expect(exchange.mayHaveArrived)
        #expect(exchange.status == nil)
    }

    /// BL-024: a wait that the server asked for is never slept off inside the call.
    @Test func aDateOnTheSecondAttemptEndsTheCall() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.status(503), .status(429, retryAfter: 120))
        let task = try bench.start(.validate)
        try bench.simulation.advance(by: .milliseconds(500))
        let exchange = try task.value()
        #expect(exchange.reply?.status == 429)
        #expect(exchange.reply?.retryAfter == 120)
        try bench.simulation.finish()
    }

    @Test func anUnreadableDateIsNone() throws {
        let bench = try CallBench()
        let reply = TransportResponse(status: 429, headers: [HTTPHeader("Retry-After", "soon")])
        bench.transport.enqueue(.response(reply), .json("{}"))
        #expect(try bench.exchange(.validate).attempts == 2)
    }

    // MARK: - Timing

    @Test func theWaitEndsAtItsMillisecond() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.status(500), .status(500), .status(500))
        let task = try bench.start(.validate)
        try bench.simulation.advance(by: .nanoseconds(499_999_999))
        #expect(bench.transport.requestCount == 1)
        try bench.simulation.advance(by: .nanoseconds(1))
        #expect(bench.transport.requestCount == 2)
        try bench.simulation.advance(by: .nanoseconds(999_999_999))
        #expect(bench.transport.requestCount == 2)
        #expect(!task.isFinished)
        try bench.simulation.advance(by: .nanoseconds(1))
        #expect(bench.transport.requestCount == 3)
        #expect(task.isFinished)
        try bench.simulation.finish()
    }

    @Test(
        arguments: [
            (UInt32(0), 5, [0, 500, 1_500, 3_500, 7_500]),
            (0, 6, [0, 500, 1_500, 3_500, 7_500, 11_500]),
            (.max, 4, [0, 750, 2_000, 4_250]),
            (0, 1, [0]), (0, 0, [0]), (0, -1, [0]),
        ] as [(UInt32, Int, [Int64])]
    )
    func waitsDoubleUpToTheirLimit(randomBits: UInt32, attempts: Int, times: [Int64]) throws {
        let bench = try CallBench(
            retryPolicy: RetryPolicy(maximumAttempts: attempts),
            randomBits: randomBits
        )
        bench.transport.fallback = .reply(.status(500))
        #expect(try bench.exchange(.validate).attempts == times.count)
        #expect(bench.sendTimes == times)
    }

    @Test(arguments: [(9, 9), (10, 10), (11, 10), (Int.max, 10)])
    func noPolicyDrumsOnAServerInTrouble(attempts: Int, sent: Int) throws {
        let bench = try CallBench(
            retryPolicy: RetryPolicy(
                maximumAttempts: attempts,
                initialDelay: 0,
                maximumDelay: 0,
                maximumExtra: 0
            )
        )
        bench.transport.fallback = .reply(.status(500))
        #expect(try bench.exchange(.validate).attempts == sent)
    }

    @Test func theWaitIsOnTheContinuousClock() throws {
        let bench = try CallBench()
        bench.transport.enqueue(.status(500), .json("{}"))
        let task = try bench.start(.validate)
        try bench.simulation.moveWall(by: -86_400)
        #expect(bench.transport.requestCount == 1)
        try bench.simulation.suspend(for: .milliseconds(500))
        #expect(bench.transport.requestCount == 2)
        #expect(task.isFinished)
    }
}
