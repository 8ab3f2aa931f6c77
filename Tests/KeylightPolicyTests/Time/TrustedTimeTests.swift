import KeylightCore
import KeylightPolicy
import Testing

@Suite("TrustedTime")
struct TrustedTimeTests {
    // MARK: The latest of three

    @Test("with nothing proven, the wall clock is the time")
    func wallOnly() {
        var bench = ClockBench()
        bench.wall = 1_234
        let time = bench.observe()
        #expect(time.now == Fixture.at(1_234))
        #expect(time.wall == Fixture.at(1_234))
        #expect(time.instant == Fixture.instant(0))
        #expect(time.condition == .plausible)
        #expect(bench.floor == nil)
        #expect(bench.finalFloor == nil)
    }

    @Test("time is the latest of the wall clock, the stored floor and the lease's issue")
    func latest() {
        for (wall, floor, issued) in [(30, 20, 10), (10, 30, 20), (20, 10, 30)] as [(Int64, Int64, Int64)] {
            var bench = ClockBench()
            bench.wall = wall
            bench.adopt(floor: floor, lease: Fixture.lease(issued: issued))
            #expect(bench.now == 30)
        }
    }

    @Test("what is proven runs on with the continuous clock, whatever the wall clock does")
    func runsOn() {
        var bench = ClockBench()
        bench.adopt(floor: 1_000)
        bench.wall = -50_000
        #expect(bench.now == 1_000)
        bench.continuous = 600
        #expect(bench.now == 1_600)
        bench.wall = 1_599
        #expect(bench.now == 1_600)
        bench.wall = 1_601
        #expect(bench.now == 1_601)
    }

    @Test("whole seconds only: a fraction of the continuous clock counts when it is full")
    func fractions() {
        var trusted = TrustedTime()
        var record = LicenseRecord()
        record.timeFloor = Fixture.t0
        func reading(_ nanoseconds: Int64) -> ClockReading {
            ClockReading(
                wall: Fixture.at(-9),
                continuous: Fixture.instant(0, nanoseconds: nanoseconds)
            )
        }
        trusted.adopt(record, at: reading(0))
        #expect(trusted.assess(reading(999_999_999), policy: Fixture.policy).now == Fixture.t0)
        #expect(trusted.assess(reading(1_000_000_000), policy: Fixture.policy).now == Fixture.at(1))
    }

    // MARK: Setting the clock back

    @Test(
        "BL-032: up to an hour below is drift; more is a rollback, and gains nothing",
        arguments: [3_599, 3_600, 3_601] as [Int64]
    )
    func rollbackTolerance(distance: Int64) {
        var bench = ClockBench()
        bench.adopt(floor: 0, lease: Fixture.lease())
        bench.advance(Fixture.day)
        bench.moveWall(-distance)
        let time = bench.observe()
        #expect(time.now == Fixture.at(Fixture.day))
        #expect(time.condition == (distance > 3_600 ? .rolledBack(seconds: distance) : .plausible))
    }

    @Test("BL-032: a clock that is right again heals by itself")
    func healsFromRollback() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.run(Fixture.day)
        bench.moveWall(-7_200)
        #expect(bench.observe().condition == .rolledBack(seconds: 7_200))
        bench.moveWall(7_200)
        #expect(bench.observe().condition == .plausible)
        #expect(bench.now == Fixture.day)
    }

    @Test(
        "a wall clock that was never set is no fraud: more than a year below a signed time",
        arguments: [
            (364 * 86_400, false), (365 * 86_400, false), (365 * 86_400 + 1, true), (20_000 * 86_400, true),
        ] as [(Int64, Bool)]
    )
    func notSet(distance: Int64, isNotSet: Bool) {
        var bench = ClockBench()
        bench.adopt(floor: nil, lease: Fixture.lease())
        bench.wall = -distance
        #expect(bench.condition == (isNotSet ? .notSet : .rolledBack(seconds: distance)))
        #expect(bench.now == 0)
    }

    @Test("without a signed time a clock that is years behind is a rollback, for there is nothing to compare")
    func notSetNeedsSignedTime() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.wall = -400 * Fixture.day
        #expect(bench.condition == .rolledBack(seconds: 400 * Fixture.day))
        var signed = bench
        signed.acceptSigned(0)
        #expect(signed.condition == .notSet)
        signed.trusted.forgetSigned()
        #expect(signed.condition == .rolledBack(seconds: 400 * Fixture.day))
        #expect(signed.now == 0, "the floor stays")
    }

    // MARK: Forward jumps

    @Test(
        "BL-037: a forward jump is ordinary and believed at once",
        arguments: [61, 3_601, 31 * 86_400] as [Int64]
    )
    func forward(jump: Int64) {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.observe()
        bench.moveWall(jump)
        #expect(bench.observe().condition == .plausible)
        #expect(bench.now == jump)
    }

    @Test(
        "a forward jump is proven when it has lasted an hour on the continuous clock",
        arguments: [3_599, 3_600, 3_601] as [Int64]
    )
    func jumpConfirmation(lasted: Int64) {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.run(100)
        bench.moveWall(Fixture.week)
        bench.observe()
        bench.advance(lasted)
        bench.observe()
        let isProven = lasted >= 3_600
        #expect(bench.finalFloor == 100 + lasted + (isProven ? Fixture.week : 0))
        bench.moveWall(-Fixture.week)
        bench.observe()
        #expect(bench.now == 100 + lasted + (isProven ? Fixture.week : 0))
    }

    @Test("a wild clock of less than an hour heals by itself and leaves no floor")
    func wildBoot() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.run(600)
        bench.moveWall(3_650 * Fixture.day)
        bench.run(3_599)
        #expect(bench.finalFloor == 4_199)
        bench.moveWall(-3_650 * Fixture.day)
        #expect(bench.observe().condition == .plausible)
        #expect(bench.now == 4_199)
    }

    @Test("a clock that keeps jumping is never proven")
    func restlessClock() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        for _ in 0..<20 {
            bench.moveWall(Fixture.day)
            bench.run(1_800)
        }
        #expect(bench.finalFloor == 36_000)
        #expect(bench.now == 36_000 + 20 * Fixture.day)
    }

    @Test("small corrections by a time server are the same course", arguments: [60, -60, 61, -61] as [Int64])
    func nudges(nudge: Int64) {
        var bench = ClockBench()
        bench.wall = Fixture.day
        bench.adopt(floor: 0)
        bench.observe()
        bench.advance(1_800)
        bench.moveWall(nudge)
        bench.observe()
        bench.advance(1_800)
        bench.observe()
        let isSameCourse = abs(nudge) <= 60
        #expect(bench.finalFloor == (isSameCourse ? Fixture.day + 3_600 + nudge : 3_600))
    }

    // MARK: Signed answers

    @Test("BL-032, BL-035: a fresh signed answer re-anchors, downward too")
    func freshAnswer() {
        var bench = ClockBench()
        bench.adopt(floor: 3_650 * Fixture.day)
        bench.observe()
        #expect(bench.condition == .rolledBack(seconds: 3_650 * Fixture.day))
        bench.acceptSigned(10)
        #expect(bench.now == 10)
        #expect(bench.observe().condition == .plausible)
        bench.advance(100)
        #expect(bench.now == 110)
    }

    @Test("an answer that is not fresh raises time and never lowers it")
    func oldAnswer() {
        var bench = ClockBench()
        bench.adopt(floor: 1_000)
        bench.acceptSigned(500, isFresh: false)
        #expect(bench.now == 1_000)
        bench.acceptSigned(1_500, isFresh: false)
        #expect(bench.now == 1_500)
    }

    @Test("a signed time confirms a jump at once")
    func signedTimeConfirms() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.observe()
        bench.moveWall(3 * Fixture.day)
        bench.observe()
        bench.acceptSigned(3 * Fixture.day - 5)
        #expect(bench.finalFloor == 3 * Fixture.day - 5)
    }

    @Test(
        "a wall clock past the end of the lease that has just come is not used until it is corrected",
        arguments: [299, 300, 301, 3_650 * 86_400] as [Int64]
    )
    func ahead(pastEnd: Int64) {
        var bench = ClockBench()
        bench.wall = Fixture.week + pastEnd
        bench.observe()
        bench.acceptSigned(0)
        let isRefused = pastEnd > 300
        #expect(bench.now == (isRefused ? 0 : Fixture.week + pastEnd))
        #expect(bench.condition == (isRefused ? .ahead(seconds: Fixture.week + pastEnd) : .plausible))
        guard isRefused else { return }
        // It stays refused for as long as it keeps its course or runs further ahead, and proves nothing.
        bench.run(2 * 3_600)
        #expect(bench.now == 7_200)
        bench.moveWall(Fixture.day)
        bench.run(2 * 3_600)
        #expect(bench.now == 14_400)
        #expect(bench.finalFloor == 14_400)
        // Corrected: it is the time again.
        bench.wall = 14_500
        #expect(bench.observe().condition == .plausible)
        #expect(bench.now == 14_500)
    }

    @Test(
        "a wild clock that is set to another wild time is still not used; one that is near enough is",
        arguments: [(-1, true), (0, true), (1, false), (7 * 86_400, false)] as [(Int64, Bool)]
    )
    func anotherWildTime(pastEnd: Int64, isUsed: Bool) {
        var bench = ClockBench()
        bench.wall = 3_650 * Fixture.day
        bench.acceptSigned(0)
        bench.run(3_600)
        bench.wall = 3_600 + Fixture.week + 300 + pastEnd
        bench.observe()
        #expect(bench.now == (isUsed ? bench.wall : 3_600))
    }

    @Test("while it is not used, a lease ends by the proven time")
    func endsByProvenTime() {
        var bench = ClockBench()
        bench.wall = 3_650 * Fixture.day
        bench.acceptSigned(0)
        bench.run(Fixture.week + 301)
        #expect(bench.now == Fixture.week + 301)
    }

    // MARK: Other processes

    @Test("another process's floor is merged upward")
    func mergesUpward() {
        var bench = ClockBench()
        bench.adopt(floor: 1_000)
        bench.adopt(floor: 900)
        #expect(bench.now == 1_000)
        bench.adopt(floor: 5_000)
        #expect(bench.now == 5_000)
        bench.adopt(floor: nil)
        #expect(bench.now == 5_000)
        bench.advance(50)
        bench.adopt(floor: 5_049)
        #expect(bench.now == 5_050)
    }

    @Test("another process's fresh signed answer re-anchors here, too")
    func reanchorsFromRecord() {
        var bench = ClockBench()
        bench.adopt(floor: 3_650 * Fixture.day)
        bench.adopt(floor: 60, lease: Fixture.lease(issued: 60), reanchor: true)
        #expect(bench.now == 60)
        #expect(bench.condition == .plausible)
    }

    @Test("a re-anchor by another process is not undone at once by this process's wild course")
    func reanchorRestartsCourse() {
        var bench = ClockBench()
        bench.adopt(floor: 0, lease: Fixture.lease())
        bench.moveWall(3_650 * Fixture.day)
        bench.run(2 * 3_600)
        #expect(bench.floor == 3_650 * Fixture.day + 7_200)
        bench.adopt(floor: 7_000, lease: Fixture.lease(issued: 7_000), reanchor: true)
        bench.run(1_800)
        #expect(bench.finalFloor == 8_800)
        bench.moveWall(-3_650 * Fixture.day)
        #expect(bench.observe().condition == .plausible)
        #expect(bench.now == 9_000)
    }

    // MARK: The floor on disk

    @Test(
        "the floor is written when it moved 15 min, and at a clean end for each second",
        arguments: [0, 1, 899, 900, 901] as [Int64]
    )
    func floorStep(moved: Int64) {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        bench.advance(moved)
        #expect(bench.floor == (moved >= 900 ? moved : nil))
        #expect(bench.finalFloor == (moved >= 1 ? moved : nil))
    }

    @Test("after it was written it is written again 15 min later")
    func floorSteps() {
        var bench = ClockBench()
        bench.adopt(floor: 0)
        var written: [Int64] = []
        for _ in 0..<100 {
            bench.advance(60)
            bench.observe()
            guard let floor = bench.floor else { continue }
            written.append(floor)
            bench.adopt(floor: floor)
        }
        #expect(written == [900, 1_800, 2_700, 3_600, 4_500, 5_400])
    }

    @Test("a first floor is written as soon as anything is proven, and none after a step down")
    func firstFloor() {
        var bench = ClockBench()
        #expect(bench.floor == nil)
        bench.acceptSigned(0)
        #expect(bench.floor == 0)
        bench.adopt(floor: 5_000)
        bench.acceptSigned(100)
        #expect(bench.floor == nil, "the record itself carries the step down, with the lease")
    }

    @Test("assessing changes nothing, and observing agrees with it")
    func pure() {
        var bench = ClockBench()
        bench.adopt(floor: 0, lease: Fixture.lease())
        bench.run(7_200)
        let before = bench.trusted
        let assessed = bench.trusted.assess(bench.reading, policy: bench.policy)
        #expect(bench.trusted == before)
        #expect(bench.observe() == assessed)
    }
}
