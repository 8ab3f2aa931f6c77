import Keylight
import Testing

@testable import keylightctl

struct DemoTimeTests {
    private let time = DemoTime(start: Timestamp(1_000))

    @Test func returnsWhatACallReturns() async throws {
        #expect(try await time.call { 7 } == 7)
        #expect(time.now == Timestamp(1_000))
    }

    @Test func throwsWhatACallThrows() async throws {
        await #expect(throws: UsageError("no")) { try await time.call { throw UsageError("no") } }
        #expect(try await time.call { 7 } == 7)
    }

    @Test func movesOnWhileACallSleeps() async throws {
        let clock = time.clock
        try await time.call {
            try await clock.sleep(until: clock.now().continuous.adding(nanoseconds: 1_500_000_000))
            try await clock.sleep(until: clock.now().continuous.adding(nanoseconds: 1_500_000_000))
        }
        #expect(time.now == Timestamp(1_003))
    }

    @Test func standsStillForWorkThatDoesNotSleep() async throws {
        let tracker = time.tracker
        let gate = Gate()
        // Something that takes what it takes, as a request does.
        try await time.call {
            _ = tracker.run { gate.open() }
            await gate.wait()
        }
        #expect(time.now == Timestamp(1_000))
    }

    @Test func passesTheRestOfASecondButNotTheNext() async {
        let clock = time.clock
        let woken = Locked<[Int64]>([])
        for deadline in [700_000_000, 1_000_000_000] as [Int64] {
            _ = time.tracker.run {
                try? await clock.sleep(
                    until: clock.instant(of: Timestamp(1_000)).adding(nanoseconds: deadline)
                )
                woken.withLock { $0.append(deadline) }
            }
        }
        await time.passRestOfSecond()
        #expect(woken.withLock { $0 } == [700_000_000])
        #expect(time.now == Timestamp(1_000))
        await time.pass(1)
        #expect(woken.withLock { $0 } == [700_000_000, 1_000_000_000])
        #expect(time.now == Timestamp(1_001))
    }

    @Test func cutsFractionsOff() async throws {
        let clock = time.clock
        try await time.call {
            try await clock.sleep(until: clock.now().continuous.adding(nanoseconds: 700_000_000))
        }
        await time.pass(1)
        #expect(time.now == Timestamp(1_001))
        #expect(clock.now().continuous == clock.instant(of: Timestamp(1_001)))
    }
}
