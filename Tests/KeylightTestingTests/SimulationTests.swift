import KeylightCore
import KeylightTesting
import Testing

@Suite struct SimulationTests {
    private let simulation = Simulation()

    @Test func runReturnsTheValue() throws {
        #expect(try simulation.run { 7 } == 7)
        try simulation.finish()
    }

    @Test func runRethrows() throws {
        #expect(throws: Trouble.self) { try simulation.run { throw Trouble() } }
        try simulation.finish()
    }

    @Test func runThatWaitsForTimeSaysForWhat() throws {
        let clock = simulation.clock
        let deadline = clock.now().continuous.adding(seconds: 90)
        let error = #expect(throws: SimulationError.self) {
            try simulation.run { try await clock.sleep(until: deadline) }
        }
        #expect(error?.kind == .stillWaiting(for: ["1 sleeper (next deadline in 90 s)"]))
        try simulation.finish()
    }

    @Test func advanceWakesAtTheDeadlineAndNotBefore() throws {
        let clock = simulation.clock
        let deadline = clock.now().continuous.adding(seconds: 10)
        let task = try simulation.start {
            try await clock.sleep(until: deadline)
            return clock.now().continuous
        }
        try simulation.advance(by: .nanoseconds(9_999_999_999))
        #expect(!task.isFinished)
        try simulation.advance(by: .nanoseconds(1))
        #expect(try task.value() == deadline)
        try simulation.finish()
    }
}

struct Trouble: Error {}
