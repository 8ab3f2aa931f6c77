import KeylightCore
import KeylightTesting
import Testing

@Suite struct VirtualClockTests {
    @Test func standsStill() {
        let clock = VirtualClock(wall: Timestamp(100))
        #expect(clock.now() == clock.now())
        #expect(clock.now().wall == Timestamp(100))
    }

    @Test func startsWhereItSays() {
        #expect(VirtualClock().now().wall == Timestamp(1_772_323_200))
        #expect("\(VirtualClock.defaultStart)" == "2026-03-01T00:00:00Z")
        #expect(VirtualClock().now().continuous.nanoseconds > 0)
    }

    @Test func advanceMovesAllClocks() {
        let clock = VirtualClock()
        let before = clock.now()
        clock.advance(by: 90)
        #expect(clock.now().wall.seconds(since: before.wall) == 90)
        #expect(clock.now().continuous.seconds(since: before.continuous) == 90)
        #expect(clock.trueTime == clock.now().wall)
    }

    @Test func wallShowsTheSecondThatHasBegun() {
        let clock = VirtualClock(wall: Timestamp(100))
        let begin = clock.now().continuous
        clock.advance(by: .nanoseconds(999_999_999))
        #expect(clock.now().wall == Timestamp(100))
        #expect(clock.now().continuous == begin.adding(nanoseconds: 999_999_999))
        clock.advance(by: .nanoseconds(1))
        #expect(clock.now().wall == Timestamp(101))
        for _ in 0..<4 { clock.advance(by: .milliseconds(250)) }
        #expect(clock.now().wall == Timestamp(102))
    }

    @Test func wallIsFlooredBefore1970() {
        let clock = VirtualClock(wall: Timestamp(-2))
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.now().wall == Timestamp(-1))
        clock.advance(by: .milliseconds(500))
        #expect(clock.now().wall == Timestamp(0))
    }

    @Test func negativeLengthMovesNothing() {
        let clock = VirtualClock()
        let before = clock.now()
        clock.advance(by: -1)
        clock.advance(by: .seconds(-1))
        clock.suspend(for: -1)
        clock.suspend(for: .seconds(-1))
        #expect(clock.now() == before)
    }

    @Test func settingTheWallMovesNothingElse() {
        let clock = VirtualClock()
        let before = clock.now()
        clock.setWall(Timestamp(5))
        #expect(clock.now() == ClockReading(wall: Timestamp(5), continuous: before.continuous))
        clock.moveWall(by: -10)
        #expect(clock.now() == ClockReading(wall: Timestamp(-5), continuous: before.continuous))
        #expect(clock.trueTime == before.wall)
        clock.advance(by: 3)
        #expect(clock.now().wall == Timestamp(-2))
        #expect(clock.trueTime == before.wall.adding(3))
    }

    @Test func suspendMovesAllClocks() {
        let clock = VirtualClock()
        let before = clock.now()
        clock.suspend(for: Seconds.day)
        #expect(clock.now().wall.seconds(since: before.wall) == Seconds.day)
        #expect(clock.now().continuous.seconds(since: before.continuous) == Seconds.day)
        #expect(clock.trueTime == clock.now().wall)
    }

    @Test func restartBeginsTheContinuousClockAnew() {
        let clock = VirtualClock()
        let before = clock.now()
        clock.advance(by: Seconds.day)
        clock.restart(wallElapsed: 60)
        #expect(clock.now().wall == before.wall.adding(Seconds.day + 60))
        #expect(clock.trueTime == before.wall.adding(Seconds.day + 60))
        #expect(clock.now().continuous == VirtualClock.bootInstant)
        #expect(clock.now().continuous < before.continuous)
    }

    @Test func extremesSaturate() {
        let clock = VirtualClock(wall: Timestamp(.max), continuous: ContinuousInstant(nanoseconds: .max))
        clock.advance(by: .max)
        clock.suspend(for: .max)
        clock.moveWall(by: .max)
        #expect(clock.now().wall == Timestamp(.max))
        #expect(clock.now().continuous.nanoseconds == .max)
        clock.setWall(Timestamp(.min))
        clock.moveWall(by: .min)
        #expect(clock.now().wall == Timestamp(.min))
        clock.restart(wallElapsed: .max)
        #expect(clock.now().continuous == VirtualClock.bootInstant)
    }

    @Test func wakeDelayIsNeverNegative() {
        let clock = VirtualClock()
        #expect(clock.wakeDelay == .zero)
        clock.wakeDelay = .seconds(-3)
        #expect(clock.wakeDelay == .zero)
        clock.wakeDelay = .milliseconds(1_500)
        #expect(clock.wakeDelay == .milliseconds(1_500))
    }
}
