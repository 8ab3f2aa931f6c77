import KeylightTesting
import KeylightTransport
import Testing

@Suite struct ScriptedTransportHoldingTests {
    private let simulation = Simulation()
    private let transport = ScriptedTransport(fallback: .reply(.hold))

    @Test func heldRequestGoesOnWhenReleased() throws {
        let task = try send("validate")
        #expect(!task.isFinished)
        #expect(transport.heldCount == 1)
        try transport.release(.json("{}"))
        #expect(transport.heldCount == 0)
        #expect(!task.isFinished)
        try simulation.drain()
        #expect(try task.value().status == 200)
        #expect(try task.value().header("X-Keylight-Request-Id") == "00c0ffee")
    }

    @Test func oldestIsReleasedFirst() throws {
        let tasks = try ["activate", "validate", "deactivate"].map(send)
        #expect(transport.heldRequests.map(\.endpoint) == ["activate", "validate", "deactivate"])
        try transport.release(.status(201))
        try transport.release("deactivate", with: .status(202))
        try simulation.drain()
        #expect(tasks.map(\.isFinished) == [true, false, true])
        #expect(try tasks[0].value().status == 201)
        #expect(try tasks[2].value().status == 202)
        #expect(transport.releaseAll(with: .failure(.connectionLost)) == 1)
        try simulation.drain()
        #expect(throws: TransportError.self) { try tasks[1].value() }
        try simulation.finish()
    }

    @Test func releaseWithoutAHeldRequestIsAnError() throws {
        #expect(throws: ScriptedTransportError.nothingHeld) { try transport.release(.status(200)) }
        let task = try send("validate")
        #expect(throws: ScriptedTransportError.nothingHeld) {
            try transport.release("activate", with: .status(200))
        }
        #expect(transport.heldCount == 1)
        #expect(transport.releaseAll(with: .status(200)) == 1)
        #expect(transport.releaseAll(with: .status(200)) == 0)
        try simulation.drain()
        #expect(task.isFinished)
    }

    @Test func releasedRequestCanBeHeldAgain() throws {
        let task = try send("validate")
        try transport.release(.hold)
        try simulation.drain()
        #expect(transport.heldCount == 1)
        try transport.release(.status(200))
        try simulation.drain()
        #expect(task.isFinished)
    }

    @Test func cancellationEndsAHeldRequest() throws {
        let task = try send("validate")
        task.cancel()
        #expect(transport.heldCount == 0)
        try simulation.drain()
        #expect(throws: CancellationError.self) { try task.value() }
    }

    @Test func cancellationCanBeIgnored() throws {
        transport.honoursCancellation = false
        let task = try send("validate")
        task.cancel()
        try simulation.drain()
        #expect(!task.isFinished)
        #expect(transport.heldCount == 1)
        try transport.release(.status(200))
        try simulation.drain()
        #expect(try task.value().status == 200)
    }

    @Test func waitsForHeldRequestsWithoutASimulation() async throws {
        let transport = transport
        let tasks = (0..<3).map { _ in Task { try await transport.send(Requests.post("validate")) } }
        try await transport.waitForHeldRequests(count: 3)
        transport.releaseAll(with: .status(204))
        for task in tasks { #expect(try await task.value.status == 204) }
        let waiter = Task { try await transport.waitForHeldRequests(count: 1) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    private func send(_ endpoint: String) throws -> SimulatedTask<TransportResponse> {
        let transport = transport
        return try simulation.start { try await transport.send(Requests.post(endpoint)) }
    }
}
