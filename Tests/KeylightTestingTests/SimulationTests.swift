import KeylightCore
import KeylightLogging
import KeylightTesting
import Testing

@Suite struct SimulationTests {
    private let simulation = Simulation()

    @Test func runReturnsTheValue() throws {
        #expect(try simulation.run { 7 } == 7)
        try simulation.finish()
    }

    @Test func runRethrows() throws {
        #expect(throws: Trouble(number: 3)) { try simulation.run { throw Trouble(number: 3) } }
        try simulation.finish()
    }

    @Test func runThatWaitsForTimeSaysForWhatAndIsCancelled() throws {
        let clock = simulation.clock
        let error = #expect(throws: SimulationError.self) {
            try simulation.run { try await clock.sleep(for: 90) }
        }
        #expect(error?.kind == .stillWaiting(for: ["1 sleeper (next deadline in 90 s)"]))
        #expect(error?.description.contains("still waiting: 1 sleeper (next deadline in 90 s).") == true)
        try simulation.finish()
    }

    @Test func runThatWaitsOutsideSaysSo() throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let error = #expect(throws: SimulationError.self) {
            try simulation.run { for await _ in stream {} }
        }
        #expect(error?.kind == .stillWaiting(for: []))
        #expect(error?.description.contains("waits for something outside") == true)
        continuation.finish()
        try simulation.finish()
    }

    @Test func runWithinLetsNoMoreTimePassThanNeeded() throws {
        let clock = simulation.clock
        let begin = clock.now().continuous
        let value = try simulation.run(within: .seconds(60)) {
            try await clock.sleep(for: 20)
            try await clock.sleep(for: 15)
            return 5
        }
        #expect(value == 5)
        #expect(clock.now().continuous.seconds(since: begin) == 35)
        try simulation.finish()
    }

    @Test func runWithinStopsAtItsLimit() throws {
        let clock = simulation.clock
        let begin = clock.now().continuous
        let error = #expect(throws: SimulationError.self) {
            try simulation.run(within: .seconds(34)) { try await clock.sleep(for: 35) }
        }
        #expect(error?.kind == .stillWaiting(for: ["1 sleeper (next deadline in 1 s)"]))
        #expect(clock.now().continuous.seconds(since: begin) == 34)
        #expect(throws: Never.self) {
            try simulation.run(within: .seconds(35)) { try await clock.sleep(for: 35) }
        }
        try simulation.finish()
    }

    @Test func startRunsToTheFirstWait() throws {
        let clock = simulation.clock
        let journal = Journal()
        let task = try simulation.start {
            await journal.add("before")
            try await clock.sleep(for: 10)
            return 9
        }
        #expect(try simulation.run { await journal.entries } == ["before"])
        #expect(!task.isFinished)
        #expect(task.result == nil)
        try simulation.advance(by: 10)
        #expect(task.isFinished)
        #expect(try task.value() == 9)
        try simulation.finish()
    }

    @Test func valueOfAnUnfinishedTaskIsAnError() throws {
        let clock = simulation.clock
        let task = try simulation.start { try await clock.sleep(for: 10) }
        let error = #expect(throws: SimulationError.self) { try task.value() }
        #expect(error?.kind == .notFinished(waitingFor: ["1 sleeper (next deadline in 10 s)"]))
        task.cancel()
        try simulation.drain()
        #expect(throws: CancellationError.self) { try task.value() }
        try simulation.finish()
    }

    @Test func endlessWorkIsAnErrorThatShowsTheTimeline() throws {
        simulation.note("before the loop")
        let error = #expect(throws: SimulationError.self) {
            try simulation.start { while !Task.isCancelled { await Task.yield() } }
        }
        #expect(error?.kind == .endlessWork(jobs: ManualExecutor.defaultLimit))
        #expect(error?.description.contains("before the loop") == true)
        try simulation.shutDown()
    }

    @Test func movingTimeFromInsideIsAnError() throws {
        let simulation = simulation
        let error = #expect(throws: SimulationError.self) {
            try simulation.run { try simulation.advance(by: 1) }
        }
        #expect(error?.kind == .movedFromInside)
        try simulation.finish()
    }

    @Test func sameRunTwiceGivesTheSameTimeline() throws {
        #expect(try busyTimeline() == busyTimeline())
    }

    @Test func timelineKeepsTheNewest() {
        for number in 0..<(Simulation.timelineCapacity + 5) { simulation.note("\(number)") }
        let timeline = simulation.timeline
        #expect(timeline.count == Simulation.timelineCapacity)
        #expect(timeline.first?.text == "5")
        #expect(timeline.last?.text == "\(Simulation.timelineCapacity + 4)")
        let text = SimulationError(.leftovers(["x"]), timeline: timeline).description
        #expect(text.contains("newest 20 entries"))
        #expect(text.contains("2026-03-01T00:00:00Z +3601 s 204"))
        #expect(!text.contains("s 184\n"))
    }

    @Test func logLinesStandInTheTimeline() {
        let logger = LicenseLogger(category: "engine", handlers: [simulation.logHandler])
        logger.info(requestID: "a1b2c3d4", "checking", metadata: [("trigger", "launch")])
        #expect(simulation.timeline.map(\.text) == ["engine: [a1b2c3d4] checking trigger=launch"])
    }

    private func busyTimeline() throws -> [TimelineEntry] {
        let simulation = Simulation()
        let clock = simulation.clock
        for number in 1...5 {
            _ = simulation.runner.run {
                for step in 1...10 {
                    try? await clock.sleep(for: Int64(number))
                    simulation.note("\(number) \(step)")
                }
            }
        }
        try simulation.advance(by: 60)
        try simulation.finish()
        return simulation.timeline
    }
}
