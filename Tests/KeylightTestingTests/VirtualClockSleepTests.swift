import KeylightCore
import KeylightTesting
import Testing

/// Sleeping on a virtual clock, on an executor that the test drains.
@Suite struct VirtualClockSleepTests {
    private let executor = ManualExecutor()
    private let clock = VirtualClock()
    private let journal = Journal()

    @Test(arguments: [Int64.min, -1, 0])
    func pastOrPresentDeadlineReturnsAtOnce(offset: Int64) throws {
        sleeper("a", until: clock.now().continuous.adding(nanoseconds: offset))
        try executor.drain()
        #expect(try entries() == ["a"])
        #expect(clock.sleeperCount == 0)
    }

    @Test func wakesAtTheNanosecondAndNotBefore() throws {
        sleeper("a", until: clock.instant(in: 5))
        try executor.drain()
        clock.advance(by: .nanoseconds(4_999_999_999))
        try executor.drain()
        #expect(try entries().isEmpty)
        clock.advance(by: .nanoseconds(1))
        try executor.drain()
        #expect(try entries() == ["a"])
    }

    @Test func wakesInTheOrderOfDeadlinesAndTiesByRegistration() throws {
        for (name, seconds) in [("c", 3), ("a1", 1), ("b1", 2), ("a2", 1), ("b2", 2), ("a3", 1)] {
            sleeper(name, until: clock.instant(in: Int64(seconds)))
        }
        try executor.drain()
        clock.advance(by: 10)
        try executor.drain()
        #expect(try entries() == ["a1", "a2", "a3", "b1", "b2", "c"])
    }

    @Test func reportsSleepersAndDeadlines() throws {
        #expect(clock.nextDeadline == nil)
        #expect(clock.nextWake == nil)
        let (early, late) = (clock.instant(in: 10), clock.instant(in: 20))
        sleeper("b", until: late)
        sleeper("a", until: early)
        #expect(clock.sleeperCount == 0)
        try executor.drain()
        #expect(clock.sleeperCount == 2)
        #expect(clock.nextDeadline == early)
        #expect(clock.deadlines == [early, late])
        clock.advance(by: 10)
        #expect(clock.sleeperCount == 1)
        #expect(clock.nextDeadline == late)
        clock.advance(by: 10)
        #expect(clock.sleeperCount == 0)
        try executor.drain()
    }

    @Test func cancelledSleepThrowsAndLeavesNothing() throws {
        let task = sleeper("a", until: clock.instant(in: 10))
        sleeper("b", until: clock.instant(in: 20))
        try executor.drain()
        task.cancel()
        #expect(clock.sleeperCount == 1)
        try executor.drain()
        #expect(try entries() == ["a cancelled"])
        clock.advance(by: 20)
        try executor.drain()
        #expect(try entries() == ["a cancelled", "b"])
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [-10, 0, 10] as [Int64])
    func sleepThatIsCancelledBeforeItBeginsThrowsAndLeavesNothing(seconds: Int64) throws {
        let task = sleeper("a", until: clock.instant(in: seconds))
        task.cancel()
        try executor.drain()
        #expect(try entries() == ["a cancelled"])
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancellationAfterTheEndChangesNothing() throws {
        let task = sleeper("a", until: clock.instant(in: 1))
        try executor.drain()
        clock.advance(by: 1)
        task.cancel()
        try executor.drain()
        #expect(try entries() == ["a"])
        task.cancel()
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancelledAndWokenSleepersAreNotWaitedFor() throws {
        let cancelled = sleeper("a", until: clock.instant(in: 10))
        sleeper("b", until: clock.instant(in: 1))
        try executor.drain()
        clock.advance(by: 1)
        cancelled.cancel()
        let (clock, journal) = (clock, journal)
        Task(executorPreference: executor) {
            try await clock.waitForSleepers(count: 1)
            await journal.add("one sleeps")
        }
        try executor.drain()
        #expect(try entries() == ["b", "a cancelled"])
        sleeper("c", until: clock.instant(in: 1))
        try executor.drain()
        #expect(try entries() == ["b", "a cancelled", "one sleeps"])
        clock.advance(by: 1)
        try executor.drain()
    }

    @Test func settingTheWallWakesNobody() throws {
        sleeper("a", until: clock.instant(in: 10))
        try executor.drain()
        clock.setWall(clock.now().wall.adding(Seconds.day))
        clock.moveWall(by: Seconds.day)
        try executor.drain()
        #expect(try entries().isEmpty)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 10)
        try executor.drain()
        #expect(try entries() == ["a"])
    }

    @Test func suspendWakesTheDueOnceAndInOrder() throws {
        sleeper("b", until: clock.instant(in: 20))
        sleeper("a", until: clock.instant(in: 10))
        sleeper("c", until: clock.instant(in: 31))
        try executor.drain()
        clock.suspend(for: 30)
        try executor.drain()
        #expect(try entries() == ["a", "b"])
        clock.suspend(for: 1)
        try executor.drain()
        #expect(try entries() == ["a", "b", "c"])
    }

    @Test func restartEndsAllSleepersInOrder() throws {
        sleeper("b", until: clock.instant(in: 20))
        sleeper("a", until: clock.instant(in: 10))
        try executor.drain()
        clock.restart(wallElapsed: Seconds.day)
        #expect(clock.sleeperCount == 0)
        try executor.drain()
        #expect(try entries() == ["a cancelled", "b cancelled"])
    }

    @Test func lateTimersAreLateByTheDelay() throws {
        clock.wakeDelay = .seconds(3)
        let deadline = clock.instant(in: 10)
        sleeper("a", until: deadline)
        try executor.drain()
        #expect(clock.nextDeadline == deadline)
        #expect(clock.nextWake == deadline.adding(seconds: 3))
        clock.advance(by: .nanoseconds(12_999_999_999))
        try executor.drain()
        #expect(try entries().isEmpty)
        clock.advance(by: .nanoseconds(1))
        try executor.drain()
        #expect(try entries() == ["a"])
    }

    @Test func takingTheDelayAwayDeliversWhatIsOverdue() throws {
        clock.wakeDelay = .seconds(100)
        sleeper("a", until: clock.instant(in: 10))
        try executor.drain()
        clock.advance(by: 50)
        clock.wakeDelay = .zero
        clock.advance(by: 0)
        try executor.drain()
        #expect(try entries() == ["a"])
    }

    @discardableResult
    private func sleeper(_ name: String, until deadline: ContinuousInstant) -> Task<Void, Never> {
        let (clock, journal) = (clock, journal)
        return Task(executorPreference: executor) {
            do {
                try await clock.sleep(until: deadline)
                await journal.add(name)
            } catch {
                await journal.add("\(name) \(error is CancellationError ? "cancelled" : "failed")")
            }
        }
    }

    private func entries() throws -> [String] {
        let journal = journal
        return try Simulation().run { await journal.entries }
    }
}
