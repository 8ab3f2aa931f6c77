import KeylightCore
import KeylightPolicy
import Testing

/// The field cases of clocks, on trusted time, record and resolver together, without a network.
@Suite("TrustedTime: cases from the field")
struct TrustedTimeFieldCaseTests {
    static func snapshot(_ bench: ClockBench, _ record: LicenseRecord) -> LicenseSnapshot {
        Resolver.resolve(
            Fixture.facts(record),
            attempts: AttemptHistory(),
            time: bench.trusted.assess(bench.reading, policy: bench.policy),
            policy: bench.policy
        )
    }

    /// The fixture, just activated.
    static func activated() -> (ClockBench, LicenseRecord) {
        var bench = ClockBench()
        bench.acceptSigned(0)
        bench.observe()
        return (bench, Fixture.record())
    }

    @Test(
        "BL-032: a clock set back two hours: reason, still licensed; a fresh answer or the right time ends it"
    )
    func rollback() {
        var (bench, record) = Self.activated()
        bench.run(Fixture.day)
        bench.moveWall(-2 * Fixture.hour)
        bench.observe()
        let back = Self.snapshot(bench, record)
        #expect(back.state == .licensed)
        #expect(back.reason == .clockRolledBack(seconds: 2 * Fixture.hour))
        #expect(back.nextCheck == Fixture.at(Fixture.day), "a refresh is due now")

        var offline = bench
        offline.moveWall(2 * Fixture.hour)
        offline.observe()
        #expect(Self.snapshot(offline, record).reason == .leaseActive(until: Fixture.at(Fixture.week)))

        let new = Fixture.lease(issued: bench.wall, expires: bench.wall + Fixture.week)
        bench.acceptSigned(bench.wall)
        record.apply(
            .confirmed(Fixture.activation, lease: new, licenseEnd: .lifetime, at: bench.observe())
        )
        let healed = Self.snapshot(bench, record)
        #expect(healed.state == .licensed)
        #expect(healed.reason == .leaseActive(until: new.expiresAt))
        #expect(record.timeFloor == new.issuedAt)
    }

    @Test("BL-032: drift of 59 min 59 s is nothing")
    func drift() {
        var (bench, record) = Self.activated()
        bench.run(Fixture.day)
        bench.moveWall(-3_599)
        bench.observe()
        #expect(Self.snapshot(bench, record).reason == .leaseActive(until: Fixture.at(Fixture.week)))
    }

    @Test("BL-033: setting the clock back prolongs nothing")
    func nothingGained() {
        var (bench, record) = Self.activated()
        bench.advance(6 * Fixture.day)
        bench.observe()
        bench.moveWall(-5 * Fixture.day)
        bench.observe()
        bench.advance(Fixture.day + 300)
        #expect(Self.snapshot(bench, record).state == .licensed)
        bench.advance(1)
        #expect(Self.snapshot(bench, record).state == .expired)
    }

    @Test("BL-034: running offline, quitting and setting the clock back, over and over, ends all the same")
    func quitAndSetBack() {
        var (bench, record) = Self.activated()
        bench.adopt(floor: 0, lease: record.lease)
        var licensed: Int64 = 0
        var endedIn: Int?
        for run in 1...12 {
            if run > 1 {
                bench.wall = Fixture.hour
                bench.relaunch(record)
                let condition = bench.observe().condition
                guard case .rolledBack = condition else {
                    Issue.record("run \(run): \(condition)")
                    return
                }
            }
            for _ in 0..<(20 * 60) {
                if Self.snapshot(bench, record).state == .licensed {
                    licensed += 60
                } else if endedIn == nil {
                    endedIn = run
                }
                bench.advance(60)
                bench.observe()
                guard let floor = bench.floor else { continue }
                record.apply(.floorRaised(to: Fixture.at(floor)))
                bench.adopt(floor: floor, lease: record.lease)
            }
            // Killed: what was not yet written is lost.
        }
        #expect(endedIn == 9)
        #expect(licensed >= Fixture.week)
        #expect(licensed <= Fixture.week + 10 * Fixture.hour + 300)
    }

    @Test("BL-035: a clock that was ten years ahead for hours does no lasting harm")
    func tenYearsAhead() {
        var (bench, record) = Self.activated()
        let jump = 3_650 * Fixture.day
        bench.moveWall(jump)
        bench.relaunch(record)
        bench.run(2 * Fixture.hour)
        #expect(Self.snapshot(bench, record).state == .expired)
        if let floor = bench.floor { record.apply(.floorRaised(to: Fixture.at(floor))) }
        #expect(record.timeFloor.map { $0 > Fixture.at(jump) } == true)

        bench.moveWall(-jump)
        bench.relaunch(record)
        bench.observe()
        guard case .clockRolledBack = Self.snapshot(bench, record).reason else {
            Issue.record("no rollback shown")
            return
        }
        let new = Fixture.lease(issued: bench.wall, expires: bench.wall + Fixture.week)
        bench.acceptSigned(bench.wall)
        record.apply(
            .confirmed(Fixture.activation, lease: new, licenseEnd: .lifetime, at: bench.observe())
        )
        #expect(Self.snapshot(bench, record).state == .licensed)
        #expect(record.timeFloor == new.issuedAt)
        bench.relaunch(record)
        #expect(bench.observe().condition == .plausible)
        #expect(Self.snapshot(bench, record).state == .licensed)
    }

    @Test("BL-035: after a deactivation a left-over floor does not stand in the way of the next activation")
    func deactivateAndActivate() {
        var (bench, record) = Self.activated()
        record.apply(.deactivated(Fixture.activation))
        bench.trusted.forgetSigned()
        bench.run(40 * Fixture.day)
        if let floor = bench.floor { record.apply(.floorRaised(to: Fixture.at(floor))) }
        bench.moveWall(-2 * Fixture.hour)
        #expect(bench.observe().condition == .rolledBack(seconds: 2 * Fixture.hour))
        let new = Fixture.lease(issued: bench.wall, expires: bench.wall + Fixture.week)
        bench.acceptSigned(bench.wall)
        record.apply(
            .activated(Fixture.activation, lease: new, licenseEnd: .lifetime, at: bench.observe())
        )
        let snapshot = Self.snapshot(bench, record)
        #expect(snapshot.state == .licensed)
        #expect(snapshot.reason == .leaseActive(until: new.expiresAt))
        #expect(record.timeFloor == new.issuedAt)
    }

    @Test("BL-037: a laptop that was closed for 31 days has an ended lease, not a wrong clock")
    func closedLaptop() {
        var (bench, record) = Self.activated()
        bench.advance(31 * Fixture.day)
        #expect(bench.observe().condition == .plausible)
        let snapshot = Self.snapshot(bench, record)
        #expect(snapshot.reason == .offlineLeaseEnded(at: Fixture.at(Fixture.week)))
        #expect(snapshot.nextCheck == Fixture.at(31 * Fixture.day))
    }

    @Test("a wild boot of minutes ends nobody's trial for good")
    func wildBootAndTrial() {
        var bench = ClockBench()
        var record = LicenseRecord()
        record.trialStart = Fixture.t0
        let seed = ProductSeed(trialDurationDays: 14)
        func state() -> LicenseState {
            Resolver.resolve(
                Fixture.facts(record, seed: seed),
                attempts: AttemptHistory(),
                time: bench.trusted.assess(bench.reading, policy: bench.policy),
                policy: bench.policy
            ).state
        }
        bench.wall = 3_650 * Fixture.day
        bench.relaunch(record)
        bench.run(1_800)
        #expect(state() == .expired)
        if let floor = bench.finalFloor { record.apply(.floorRaised(to: Fixture.at(floor))) }
        bench.wall = Fixture.day
        bench.relaunch(record)
        bench.observe()
        #expect(state() == .trial(daysLeft: 13))
    }
}
