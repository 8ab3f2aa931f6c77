import KeylightCore
import KeylightLogging
import KeylightTesting
import Testing

@testable import KeylightTransport

/// What the log says of a call, and what it never says (BL-058, BL-059).
@Suite struct LicensingClientLogTests {
    @Test func aGoodCall() throws {
        let bench = try CallBench()
        let headers = [HTTPHeader("x-request-id", "srv-42")]
        bench.transport.enqueue(
            .response(TransportResponse(status: 200, headers: headers, body: Array(#"{"valid":true}"#.utf8)))
        )
        _ = try bench.exchange(.validate)
        #expect(
            bench.log.lines == [
                "[0a1b2c3d] sending POST /acme/app/validate attempt=1 bytes=67",
                "[0a1b2c3d] received 200 bytes=14 server-request-id=srv-42",
                "[0a1b2c3d] POST /acme/app/validate answered with 200 attempts=1",
            ]
        )
        #expect(bench.log.events.allSatisfy { $0.level == .debug && $0.category == "transport" })
    }

    @Test func aCallThatFailsInTheEnd() throws {
        let bench = try CallBench(retryPolicy: RetryPolicy(maximumAttempts: 2))
        bench.transport.enqueue(.status(503), .failure(.cannotConnect))
        _ = try bench.exchange(.validate)
        #expect(
            bench.log.lines == [
                "[0a1b2c3d] sending POST /acme/app/validate attempt=1 bytes=67",
                "[0a1b2c3d] received 503 bytes=0",
                "[0a1b2c3d] POST /acme/app/validate failed, trying again: "
                    + "the licensing server has a passing fault (503) attempt=1 delay-ms=500",
                "[0a1b2c3d] sending POST /acme/app/validate attempt=2 bytes=67",
                "[0a1b2c3d] POST /acme/app/validate failed: "
                    + "could not connect to the licensing server attempts=2",
            ]
        )
        #expect(bench.log.events.map(\.level) == [.debug, .debug, .notice, .debug, .error])
    }

    /// BL-063: only the transport knows that a proxy is what failed.
    @Test func theTransportsOwnWordsAreSaid() throws {
        let bench = try CallBench(retryPolicy: RetryPolicy(maximumAttempts: 2))
        let error = TransportError(
            .cannotConnect,
            message: "proxy failure, CONNECT tunnel failed, response 407"
        )
        bench.transport.enqueue(.error(error), .error(error))
        // Nothing was sent, so even an activation is tried again.
        let exchange = try bench.exchange(.activate)
        #expect(!exchange.mayHaveArrived)
        let text =
            "could not connect to the licensing server (proxy failure, CONNECT tunnel failed, response 407)"
        #expect(
            bench.log.lines.filter { $0.contains("failed") } == [
                "[0a1b2c3d] POST /acme/app/activate failed, trying again: \(text) attempt=1 delay-ms=500",
                "[0a1b2c3d] POST /acme/app/activate failed: \(text) attempts=2",
            ]
        )
    }

    @Test func theCallersWishIsNoError() throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.hold)
        let task = try bench.start(.validate)
        task.cancel()
        try bench.simulation.drain()
        #expect(bench.log.lines.last == "[0a1b2c3d] POST /acme/app/validate cancelled attempts=1")
        #expect(bench.log.events.allSatisfy { $0.level < .error })
    }

    @Test(arguments: [
        (#"{"valid":true,"license_expires_at":"soon"}"#, "license_expires_at cannot be read and is ignored"),
        ("<html>", "the body is not JSON: unexpected byte at byte 0"),
        ("[]", "the body is JSON, but no object"),
        (#"{"valid":"yes","error":7}"#, "of the wrong type: valid, error"),
        (#"{"valid":true,"lease":7}"#, "the lease is malformed: "),
        (
            #"{"valid":true,"trial_duration_days":1,"free_tier_enabled":true,"signature":"AA"}"#,
            "settings are ignored: nothing to check their signature with"
        ),
    ])
    func whatCouldNotBeUsedIsSaid(body: String, note: String) throws {
        let bench = try CallBench()
        bench.transport.enqueue(.json(body))
        _ = try bench.exchange(.validate)
        let notes = bench.log.events.filter { $0.level == .notice }.flatMap(\.lines)
        #expect(notes.count == 1)
        #expect(notes.first?.hasPrefix("[0a1b2c3d] in the reply with status 200: \(note)") == true)
    }

    @Test(arguments: [
        "", "a b", "line\nbreak", "ünï", String(repeating: "x", count: 65), "key=\(CallBench.key)",
        "<script>",
    ])
    func aStrangeServerIDStaysOutOfTheLog(id: String) throws {
        let bench = try CallBench()
        bench.transport.enqueue(
            .response(TransportResponse(status: 200, headers: [HTTPHeader("X-Request-ID", id)], body: []))
        )
        _ = try bench.exchange(.validate)
        #expect(!bench.loggedText.contains("server-request-id"))
    }

    struct TalkativeError: Error, CustomStringConvertible {
        var description: String { "could not POST \(CallBench.key) for \(CallBench.instance)" }
    }

    static let leaks: [ScriptedReply] = [
        .json(#"{"error":"key \#(CallBench.key) of \#(CallBench.instance) is revoked"}"#, status: 422),
        .json(#"{"activated":true,"instance_id":"\#(CallBench.instance)","lease":{"kid":"k1"}}"#),
        .json(#"{"lease":{"kid":"\#(CallBench.key)"},"error":["\#(CallBench.instance)"]}"#),
        .html("<html>\(CallBench.key) \(CallBench.sdkKey)</html>"),
        .error(TalkativeError()),
        .status(500),
        LicensingClientRetryTests.foreign,
    ]

    @Test(arguments: leaks, [ServiceCall.activate, .validate, .deactivate])
    func noSecretIsEverShown(reply: ScriptedReply, call: ServiceCall) throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(reply)
        let exchange = try bench.exchange(call)
        var shown = bench.loggedText
        shown += bench.transport.requests.map { "\($0) \($0.url)" }.joined()
        for request in bench.transport.requests { dump(request, to: &shown) }
        if let cause = exchange.failureCause { shown += "\(cause) \(String(reflecting: cause))" }
        for secret in [CallBench.key, CallBench.instance, CallBench.sdkKey] {
            #expect(!shown.contains(secret))
        }
        // BL-059: each line of a call begins with its id.
        #expect(bench.log.lines.allSatisfy { $0.hasPrefix("[0a1b2c3d] ") })
        #expect(!bench.log.lines.isEmpty)
    }
}
