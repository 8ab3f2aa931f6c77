import KeylightCore
import KeylightTesting
import Testing

@Suite struct SimulationTimeTests {
    private let simulation = Simulation()

    @Test func advanceWakesAtTheDeadlineAndNotBefore() throws {
        let clock = simulation.clock
        let deadline = clock.instant(in: 10)
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

    @Test func eachSleeperRunsAtItsOwnMoment() throws {
        let clock = simulation.clock
        let begin = clock.now().continuous
        let task = try simulation.start { () -> [Int64] in
            var moments: [Int64] = []
            for _ in 0..<5 {
                try await clock.sleep(for: 900)
                moments.append(clock.now().continuous.seconds(since: begin))
            }
            return moments
        }
        try simulation.advance(by: Seconds.day)
        #expect(try task.value() == [900, 1_800, 2_700, 3_600, 4_500])
        #expect(clock.now().continuous.seconds(since: begin) == Seconds.day)
        try simulation.finish()
    }

    @Test func suspendDeliversMissedWakeUpsOnce() throws {
        let clock = simulation.clock
        let begin = clock.now().continuous
        let task = try simulation.start { () -> [Int64] in
            var moments: [Int64] = []
            for _ in 0..<2 {
                try await clock.sleep(for: 900)
                moments.append(clock.now().continuous.seconds(since: begin))
            }
            return moments
        }
        try simulation.suspend(for: 10_000)
        #expect(!task.isFinished)
        #expect(clock.sleeperCount == 1)
        try simulation.advance(by: 900)
        #expect(try task.value() == [10_000, 10_900])
        try simulation.finish()
    }

    @Test func suspendMovesTheWall() throws {
        let before = simulation.clock.now().wall
        try simulation.suspend(for: .milliseconds(2_500))
        #expect(simulation.clock.now().wall == before.adding(2))
    }

    @Test func advanceToTheWallTime() throws {
        let goal = simulation.clock.now().wall.adding(Seconds.day)
        try simulation.advance(to: goal)
        #expect(simulation.clock.now().wall == goal)
        try simulation.advance(to: goal.adding(-5))
        #expect(simulation.clock.now().wall == goal)
    }

    @Test func wallMovesAlone() throws {
        let before = simulation.clock.now()
        try simulation.setWall(Timestamp(77))
        try simulation.moveWall(by: -7)
        #expect(simulation.clock.now() == ClockReading(wall: Timestamp(70), continuous: before.continuous))
        #expect(simulation.clock.trueTime == before.wall)
        #expect(simulation.timeline.map(\.text) == ["wall clock set", "wall clock moved by -7 s"])
    }

    @Test func lateTimersRunLate() throws {
        simulation.wakeDelay = .seconds(30)
        #expect(simulation.wakeDelay == .seconds(30))
        let clock = simulation.clock
        let begin = clock.now().continuous
        let task = try simulation.start {
            try await clock.sleep(for: 100)
            return clock.now().continuous.seconds(since: begin)
        }
        try simulation.advance(by: 129)
        #expect(!task.isFinished)
        try simulation.advance(by: 1)
        #expect(try task.value() == 130)
    }

    @Test func negativeLengthIsAnError() throws {
        let simulation = simulation
        let moves: [() throws -> Void] = [
            { try simulation.advance(by: -1) },
            { try simulation.advance(by: .nanoseconds(-1)) },
            { try simulation.suspend(for: -1) },
            { try simulation.restart(after: -1) },
            { try simulation.relaunch(after: -1) },
        ]
        let before = simulation.clock.now()
        for move in moves {
            let error = #expect(throws: SimulationError.self) { try move() }
            guard case .negativeLength = error?.kind else {
                Issue.record("unexpected \(String(describing: error))")
                continue
            }
        }
        #expect(simulation.clock.now() == before)
    }

    @Test func endlessWakeUpsAreAnError() throws {
        simulation.wakeUpLimit = 50
        let clock = simulation.clock
        _ = simulation.runner.run {
            while !Task.isCancelled {
                try? await clock.sleep(until: clock.now().continuous.adding(nanoseconds: 1))
            }
        }
        let error = #expect(throws: SimulationError.self) { try simulation.advance(by: 1) }
        #expect(error?.kind == .endlessWakeUps(count: 50))
        try simulation.shutDown()
    }

    @Test func limitOfWakeUpsItselfIsAllowed() throws {
        simulation.wakeUpLimit = 10
        let clock = simulation.clock
        let task = try simulation.start { for _ in 0..<10 { try await clock.sleep(for: 1) } }
        try simulation.advance(by: 10)
        #expect(task.isFinished)
    }
}
