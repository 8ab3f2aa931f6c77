import Keylight
import Testing

@testable import keylightctl

struct WorkTrackerTests {
    private let tracker = WorkTracker(base: SystemBackgroundRunner())

    @Test func isQuietWithoutWork() async {
        await tracker.quiet()
        await tracker.backgroundQuiet()
    }

    @Test func isQuietAgainWhenWorkHasEnded() async {
        let done = Locked(0)
        for _ in 0..<100 { _ = tracker.run { done.withLock { $0 += 1 } } }
        await tracker.quiet()
        #expect(done.withLock { $0 } == 100)
    }

    @Test func countsWorkThatWorkStarts() async {
        let done = Locked(false)
        _ = tracker.run { [tracker] in
            _ = tracker.run { done.withLock { $0 = true } }
        }
        await tracker.quiet()
        #expect(done.withLock { $0 })
    }

    @Test func isQuietWhileWorkSleeps() async {
        let time = DemoTime()
        let woken = Locked(false)
        let deadline = time.clock.now().continuous.adding(seconds: 1)
        _ = time.tracker.run {
            try? await time.clock.sleep(until: deadline)
            woken.withLock { $0 = true }
        }
        await time.tracker.quiet()
        #expect(time.clock.sleeperCount == 1)
        #expect(!woken.withLock { $0 })
        time.clock.moveToNextSleeper(notAfter: deadline)
        await time.tracker.quiet()
        #expect(woken.withLock { $0 })
    }

    @Test func isNotQuietWhileACallRuns() async {
        let gate = Gate()
        let hasReturned = Locked(false)
        tracker.callBegins()
        async let call: Void = tracker.counting {
            await gate.wait()
            hasReturned.withLock { $0 = true }
        }
        // Background work alone is quiet, whatever the call does.
        await tracker.backgroundQuiet()
        #expect(tracker.hasCalls)
        #expect(!hasReturned.withLock { $0 })
        gate.open()
        await tracker.quiet()
        #expect(!tracker.hasCalls)
        #expect(hasReturned.withLock { $0 })
        await call
    }

    @Test func isQuietWhileACallWaitsForACheck() async {
        let gate = Gate()
        tracker.callBegins()
        async let call: Void = tracker.counting { await gate.wait() }
        tracker.checkingChanged(true)
        await tracker.quiet()
        #expect(tracker.hasCalls)
        tracker.checkingChanged(false)
        gate.open()
        await tracker.quiet()
        #expect(!tracker.hasCalls)
        await call
    }

    @Test func tellsOfSleepsOnAnotherClock() async {
        let inner = DemoTime()
        let clock = TrackedClock(base: inner.clock, tracker: tracker)
        let deadline = clock.now().continuous.adding(seconds: 1)
        _ = tracker.run { try? await clock.sleep(until: deadline) }
        await tracker.quiet()
        // Quiet comes just before the sleep stands in the other clock's list; if it comes later, it is due.
        inner.clock.moveToNextSleeper(notAfter: deadline)
        await tracker.quiet()
        #expect(inner.clock.sleeperCount == 0)
    }
}
