import KeylightClock
import KeylightCore
import KeylightTesting
import Testing

@Suite struct SimulationEndingTests {
    private let simulation = Simulation()

    @Test func finishOfAnEmptySimulationSucceeds() throws {
        try simulation.finish()
        #expect(simulation.leftovers.isEmpty)
    }

    @Test func finishReportsWhatIsLeft() throws {
        let clock = simulation.clock
        let transport = simulation.makeTransport(fallback: .reply(.hold))
        let background = simulation.runner.run { try? await clock.sleep(for: Seconds.day) }
        let operation = try simulation.start { _ = try await transport.send(Requests.post("validate")) }
        let error = #expect(throws: SimulationError.self) { try simulation.finish() }
        #expect(
            error?.kind
                == .leftovers([
                    "1 sleeper (next deadline in 86400 s (1 day))", "held request POST /acme/app/validate",
                    "1 background task", "1 operation",
                ])
        )
        background.cancel()
        operation.cancel()
        try simulation.finish()
    }

    @Test func finishReportsUnscriptedRequests() throws {
        let transport = simulation.makeTransport()
        #expect(throws: ScriptedTransportError.self) {
            try simulation.run { try await transport.send(Requests.post("validate")) }
        }
        let error = #expect(throws: SimulationError.self) { try simulation.finish() }
        #expect(error?.kind == .leftovers(["unscripted request POST /acme/app/validate"]))
        #expect(throws: SimulationError.self) { try simulation.shutDown() }
        transport.forgetRequests()
        try simulation.shutDown()
    }

    @Test func shutDownCancelsEverything() throws {
        let clock = simulation.clock
        let transport = simulation.makeTransport(fallback: .reply(.hold))
        transport.honoursCancellation = false
        _ = simulation.runner.run { try? await clock.sleep(for: 1) }
        _ = simulation.runner.run { _ = try? await transport.send(Requests.post("validate")) }
        let operation = try simulation.start { try await clock.sleep(for: 1) }
        try simulation.shutDown()
        #expect(throws: CancellationError.self) { try operation.value() }
        try simulation.finish()
    }

    @Test func shutDownCancelsWhatIsStartedMeanwhile() throws {
        let (clock, runner) = (simulation.clock, simulation.runner)
        _ = runner.run {
            try? await clock.sleep(for: 1)
            _ = runner.run {
                try? await clock.sleep(for: 1)
                _ = runner.run { try? await clock.sleep(for: 1) }
            }
        }
        try simulation.shutDown()
        #expect(clock.sleeperCount == 0)
        try simulation.finish()
    }

    @Test func shutDownReportsWhatAlwaysStartsAnew() throws {
        let (clock, runner) = (simulation.clock, simulation.runner)
        startAnew(clock, runner, while: { clock.now().wall == VirtualClock.defaultStart })
        let error = #expect(throws: SimulationError.self) { try simulation.shutDown() }
        #expect(error?.kind == .leftovers(["1 sleeper (next deadline in 1 s)", "1 background task"]))
        clock.setWall(Timestamp(0))
        try simulation.shutDown()
    }

    private func startAnew(
        _ clock: VirtualClock,
        _ runner: ManualRunner,
        while wanted: @escaping @Sendable () -> Bool
    ) {
        _ = runner.run {
            try? await clock.sleep(for: 1)
            if wanted() { startAnew(clock, runner, while: wanted) }
        }
    }

    @Test func shutDownReportsWhatIgnoresCancellation() throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        _ = simulation.runner.run {
            // A task of its own that nobody cancels: the way in which code outlives its owner.
            await Task { for await _ in stream {} }.value
        }
        let error = #expect(throws: SimulationError.self) { try simulation.shutDown() }
        #expect(error?.kind == .leftovers(["1 background task"]))
        continuation.finish()
    }

    @Test func restartEndsTheOldProcess() throws {
        let clock = simulation.clock
        let before = clock.now()
        let old = try simulation.start { try await clock.sleep(for: 10) }
        try simulation.restart(after: 60)
        #expect(throws: CancellationError.self) { try old.value() }
        #expect(
            clock.now() == ClockReading(wall: before.wall.adding(60), continuous: VirtualClock.bootInstant)
        )
        #expect(clock.sleeperCount == 0)
        let new = try simulation.start { try await clock.sleep(for: 10) }
        try simulation.advance(by: 10)
        #expect(new.isFinished)
        try simulation.finish()
    }

    @Test func relaunchKeepsTheMachineRunning() throws {
        let clock = simulation.clock
        let before = clock.now()
        let old = try simulation.start { try await clock.sleep(for: 10) }
        try simulation.relaunch(after: 60)
        #expect(throws: CancellationError.self) { try old.value() }
        #expect(clock.now().wall == before.wall.adding(60))
        #expect(clock.now().continuous == before.continuous.adding(seconds: 60))
        try simulation.finish()
    }
}
