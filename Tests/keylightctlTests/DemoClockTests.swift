import Keylight
import Testing

@testable import keylightctl

struct DemoClockTests {
    private let time = DemoTime(start: Timestamp(1_000))
    private var clock: DemoClock { time.clock }

    private func instant(_ seconds: Int64) -> ContinuousInstant {
        clock.instant(of: Timestamp(1_000 + seconds))
    }

    /// Sleeps in the background and notes the moment of waking; nil for a sleep that was cancelled.
    private func sleep(_ seconds: Int64, into wakings: Locked<[Int64?]>) async -> BackgroundTask {
        let deadline = instant(seconds)
        let task = time.tracker.run { [clock] in
            do {
                try await clock.sleep(until: deadline)
                wakings.withLock { $0.append(clock.now().wall.secondsSince1970) }
            } catch {
                wakings.withLock { $0.append(nil) }
            }
        }
        await time.tracker.quiet()
        return task
    }

    @Test func movesBothClocksTogether() async {
        let before = clock.now()
        #expect(before.wall == Timestamp(1_000))
        clock.moveToNextSleeper(notAfter: before.continuous.adding(nanoseconds: 999_999_999))
        #expect(clock.now().wall == Timestamp(1_000))
        clock.moveToNextSleeper(notAfter: before.continuous.adding(nanoseconds: 1_000_000_000))
        #expect(clock.now().wall == Timestamp(1_001))
        #expect(clock.now().continuous.seconds(since: before.continuous) == 1)
    }

    @Test func tellsTheFractionOfTheSecond() {
        clock.moveToNextSleeper(notAfter: instant(1).adding(nanoseconds: 250_000_000))
        #expect(clock.now().wall == Timestamp(1_001))
        #expect(clock.now().wallFraction == 250_000_000)
    }

    @Test func neverGoesBack() {
        clock.suspend(until: instant(10))
        #expect(!clock.moveToNextSleeper(notAfter: instant(5)))
        clock.suspend(until: instant(5))
        #expect(clock.now().wall == Timestamp(1_010))
    }

    @Test func wakesAtTheDeadlineAndNotBefore() async {
        let wakings = Locked<[Int64?]>([])
        _ = await sleep(10, into: wakings)
        #expect(!clock.moveToNextSleeper(notAfter: instant(9)))
        await time.tracker.quiet()
        #expect(wakings.withLock { $0 }.isEmpty)
        #expect(clock.moveToNextSleeper(notAfter: instant(10)))
        await time.tracker.quiet()
        #expect(wakings.withLock { $0 } == [1_010])
    }

    @Test func goesFromDeadlineToDeadline() async {
        let wakings = Locked<[Int64?]>([])
        for seconds in [3, 1, 2, 2] as [Int64] { _ = await sleep(seconds, into: wakings) }
        await time.pass(until: Timestamp(1_005))
        #expect(wakings.withLock { $0 } == [1_001, 1_002, 1_002, 1_003])
        #expect(time.now == Timestamp(1_005))
        #expect(clock.sleeperCount == 0)
    }

    @Test func wakesOnceAfterSuspension() async {
        let wakings = Locked<[Int64?]>([])
        for seconds in [1, 2, 9] as [Int64] { _ = await sleep(seconds, into: wakings) }
        await time.sleep(until: Timestamp(1_008))
        #expect(wakings.withLock { $0 } == [1_008, 1_008])
        #expect(clock.sleeperCount == 1)
    }

    @Test func returnsAtOnceWhenTheDeadlineIsPast() async throws {
        clock.suspend(until: instant(5))
        try await clock.sleep(until: instant(5))
        try await clock.sleep(until: instant(4))
        #expect(clock.sleeperCount == 0)
    }

    @Test func endsACancelledSleepAndLeavesNothing() async {
        let wakings = Locked<[Int64?]>([])
        let task = await sleep(10, into: wakings)
        #expect(clock.sleeperCount == 1)
        task.cancel()
        await time.tracker.quiet()
        #expect(wakings.withLock { $0 } == [nil])
        #expect(clock.sleeperCount == 0)
        #expect(!clock.moveToNextSleeper(notAfter: instant(20)))
    }

    @Test func refusesToSleepInACancelledTask() async {
        let wakings = Locked<[Int64?]>([])
        let gate = Gate()
        let deadline = instant(10)
        let task = time.tracker.run { [clock] in
            await gate.wait()
            do { try await clock.sleep(until: deadline) } catch { wakings.withLock { $0.append(nil) } }
        }
        task.cancel()
        gate.open()
        await time.tracker.quiet()
        #expect(wakings.withLock { $0 } == [nil])
        #expect(clock.sleeperCount == 0)
    }
}
