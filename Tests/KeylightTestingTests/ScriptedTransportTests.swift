import KeylightCore
import KeylightTesting
import KeylightTransport
import Testing

@Suite struct ScriptedTransportTests {
    private let simulation = Simulation()
    private let transport = ScriptedTransport()

    @Test func repliesComeInOrder() throws {
        transport.enqueue(.status(503), .json(#"{"valid":true}"#), .html(status: 511))
        #expect(transport.queuedReplyCount == 3)
        #expect(try send().status == 503)
        let second = try send()
        #expect(second.status == 200)
        #expect(second.body == Array(#"{"valid":true}"#.utf8))
        #expect(second.header("content-type") == "application/json")
        let third = try send()
        #expect(third.status == 511)
        #expect(third.header("Content-Type")?.hasPrefix("text/html") == true)
        #expect(transport.queuedReplyCount == 0)
    }

    @Test func errorsAreThrown() throws {
        transport.enqueue(.error(Trouble(number: 4)), .failure(.timedOut))
        #expect(throws: Trouble(number: 4)) { try send() }
        let error = #expect(throws: TransportError.self) { try send() }
        #expect(error?.kind == .timedOut)
    }

    @Test func retryAfterIsAHeader() throws {
        transport.enqueue(.status(429, retryAfter: 120), .status(429))
        #expect(try send().header("retry-after") == "120")
        #expect(try send().header("retry-after") == nil)
    }

    @Test func unscriptedRequestFailsAndIsCounted() throws {
        #expect(throws: ScriptedTransportError.unscriptedRequest("POST /acme/app/validate")) { try send() }
        #expect(transport.unscriptedRequests == ["POST /acme/app/validate"])
        #expect(transport.requestCount == 1)
    }

    @Test func lastReplyIsRepeatedOnWish() throws {
        transport.fallback = .repeatLast
        #expect(throws: ScriptedTransportError.self) { try send() }
        transport.enqueue(.status(500), .status(503))
        #expect(try [send(), send(), send(), send()].map(\.status) == [500, 503, 503, 503])
        #expect(transport.unscriptedRequests.count == 1)
    }

    @Test func closureAnswersWhenTheQueueIsEmpty() throws {
        transport.fallback = .respond { request in
            TransportResponse(status: request.endpoint == "validate" ? 200 : 404)
        }
        transport.enqueue(.status(503))
        #expect(try send().status == 503)
        #expect(try send().status == 200)
        #expect(try send("config").status == 404)
        transport.fallback = .reply(.failure(.notConnected))
        #expect(throws: TransportError.self) { try send() }
    }

    @Test func computedReplySeesTheRequest() throws {
        transport.enqueue(.computed { .json("{}", status: $0.endpoint == "activate" ? 201 : 400) })
        #expect(try send("activate").status == 201)
    }

    @Test func echoesTheRequestID() throws {
        transport.fallback = .reply(.status(200))
        #expect(try send().header("X-Keylight-Request-Id") == "00c0ffee")
        transport.echo = .none
        #expect(try send().header("X-Keylight-Request-Id") == nil)
        transport.echo = .other("deadbeef")
        #expect(try send().header("X-Keylight-Request-Id") == "deadbeef")
        let own = HTTPHeader("x-keylight-request-id", "12345678")
        transport.enqueue(.response(TransportResponse(status: 200, headers: [own])))
        let response = try send()
        #expect(response.headers == [own])
    }

    @Test func keepsWhatWasAsked() throws {
        transport.fallback = .reply(.status(200))
        _ = try send("activate")
        _ = try send("validate")
        _ = try send("validate")
        #expect(transport.requestCount == 3)
        #expect(transport.requestCount(to: "validate") == 2)
        #expect(transport.requestCount(to: "config") == 0)
        #expect(transport.requests.map(\.endpoint) == ["activate", "validate", "validate"])
        #expect(transport.requests(to: "activate").first?.bodyField("instance_id") == "instance-1")
        transport.forgetRequests()
        #expect(transport.requestCount == 0)
    }

    @Test func removedRepliesAreNotUsed() throws {
        transport.enqueue(.status(500), .status(501))
        transport.removeQueuedReplies()
        transport.enqueue(.status(502))
        #expect(try send().status == 502)
    }

    @Test func delayedReplyWaitsOnTheClock() throws {
        let transport = ScriptedTransport(clock: simulation.clock)
        transport.enqueue(.after(.milliseconds(1_500), .status(204)))
        let task = try simulation.start { try await transport.send(Requests.post("validate")) }
        try simulation.advance(by: .milliseconds(1_499))
        #expect(!task.isFinished)
        try simulation.advance(by: .milliseconds(1))
        #expect(try task.value().status == 204)
        try simulation.finish()
    }

    @Test func delayedReplyWithoutAClockIsAnError() throws {
        transport.enqueue(.after(.seconds(1), .status(204)))
        #expect(throws: ScriptedTransportError.noClock) { try send() }
    }

    @Test func cancelledTaskSendsNothing() throws {
        transport.enqueue(.status(200))
        let transport = transport
        #expect(throws: CancellationError.self) {
            try simulation.run {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.send(Requests.post("validate"))
            }
        }
        #expect(transport.requestCount == 0)
        transport.honoursCancellation = false
        #expect(throws: Never.self) {
            try simulation.run {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.send(Requests.post("validate"))
            }
        }
    }

    @Test func simulationsTransportWritesTheTimelineWithoutSecrets() throws {
        let transport = simulation.makeTransport()
        transport.enqueue(.status(503), .failure(.timedOut))
        for _ in 0..<2 {
            _ = try? simulation.run { try await transport.send(Requests.post("validate")) }
        }
        #expect(
            simulation.timeline.map(\.text) == [
                "request POST /acme/app/validate",
                "reply to POST /acme/app/validate: 503, 0 bytes",
                "request POST /acme/app/validate",
                "no reply to POST /acme/app/validate: the licensing server did not answer in time",
            ]
        )
    }

    @Test func waitsForRequestsWithoutASimulation() async throws {
        let transport = ScriptedTransport(fallback: .reply(.status(200)))
        let task = Task { for _ in 0..<3 { _ = try await transport.send(Requests.post("validate")) } }
        try await transport.waitForRequests(count: 3)
        #expect(transport.requestCount == 3)
        try await task.value
    }

    @Test func errorsSayWhatToDo() {
        #expect(ScriptedTransportError.unscriptedRequest("GET /x").description.contains("GET /x"))
        #expect(ScriptedTransportError.noClock.description.contains("clock"))
        #expect(ScriptedTransportError.nothingHeld.description.contains("held"))
    }

    private func send(_ endpoint: String = "validate") throws -> TransportResponse {
        let transport = transport
        return try simulation.run { try await transport.send(Requests.post(endpoint)) }
    }
}
