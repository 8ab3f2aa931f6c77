import KeylightClock
import KeylightTesting
import Testing

@Suite struct ManualRunnerTests {
    private let executor = ManualExecutor()
    private let clock = VirtualClock()

    @Test func countsUntilTheOperationEnds() throws {
        let runner = ManualRunner(executor: executor)
        let clock = clock
        _ = runner.run { try? await clock.sleep(for: 10) }
        #expect(runner.activeTaskCount == 1)
        try executor.drain()
        #expect(runner.activeTaskCount == 1)
        clock.advance(by: 10)
        #expect(runner.activeTaskCount == 1)
        try executor.drain()
        #expect(runner.activeTaskCount == 0)
    }

    @Test func cancelEndsOneTask() throws {
        let runner = ManualRunner(executor: executor)
        let clock = clock
        let first = runner.run { try? await clock.sleep(for: 10) }
        let second = runner.run { try? await clock.sleep(for: 10) }
        try executor.drain()
        first.cancel()
        first.cancel()
        try executor.drain()
        #expect(runner.activeTaskCount == 1)
        #expect(clock.sleeperCount == 1)
        second.cancel()
        try executor.drain()
        #expect(runner.activeTaskCount == 0)
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancelAllEndsAll() throws {
        let runner = ManualRunner(executor: executor)
        let clock = clock
        for _ in 0..<5 { _ = runner.run { try? await clock.sleep(for: 10) } }
        try executor.drain()
        _ = runner.run { try? await clock.sleep(for: 10) }
        #expect(runner.activeTaskCount == 6)
        runner.cancelAll()
        try executor.drain()
        #expect(runner.activeTaskCount == 0)
        #expect(clock.sleeperCount == 0)
    }

    @Test func lettingGoOfTheHandleCancelsNothing() throws {
        let runner = ManualRunner(executor: executor)
        let clock = clock
        _ = runner.run { try? await clock.sleep(for: 10) }
        try executor.drain()
        #expect(clock.sleeperCount == 1)
        runner.cancelAll()
        try executor.drain()
    }
}
