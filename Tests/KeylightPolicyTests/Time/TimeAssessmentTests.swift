import KeylightCore
import KeylightPolicy
import Testing

@Suite("TimeAssessment")
struct TimeAssessmentTests {
    @Test("the instant of a moment is the one at which its second begins")
    func instantOfMoment() {
        let time = TimeAssessment(
            now: Fixture.at(10),
            fraction: 250_000_000,
            instant: Fixture.instant(500),
            wall: Fixture.at(10)
        )
        #expect(time.instant(of: Fixture.at(11)) == Fixture.instant(500, nanoseconds: 750_000_000))
        #expect(time.instant(of: Fixture.at(910)) == Fixture.instant(1_399, nanoseconds: 750_000_000))
        #expect(time.instant(of: Fixture.at(10)) == Fixture.instant(499, nanoseconds: 750_000_000))
    }

    @Test("the fraction belongs to the clock that is the time")
    func fraction() {
        var trusted = TrustedTime()
        var record = LicenseRecord()
        record.timeFloor = Fixture.at(100)
        func reading(_ wall: Int64) -> ClockReading {
            ClockReading(
                wall: Fixture.at(wall),
                wallFraction: 111,
                continuous: Fixture.instant(5, nanoseconds: 222)
            )
        }
        trusted.adopt(record, at: ClockReading(wall: Fixture.t0, continuous: Fixture.instant(0)))
        let byWall = trusted.assess(reading(200), policy: Fixture.policy)
        #expect(byWall.now == Fixture.at(200))
        #expect(byWall.fraction == 111)
        let byFloor = trusted.assess(reading(50), policy: Fixture.policy)
        #expect(byFloor.now == Fixture.at(105))
        #expect(byFloor.fraction == 222)
        #expect(TrustedTime().assess(reading(50), policy: Fixture.policy).fraction == 111)
    }

    @Test("extreme moments, fractions and instants never trap")
    func extremes() {
        for now in Extremes.times {
            for moment in Extremes.times {
                for instant in Extremes.instants {
                    for fraction in Extremes.values {
                        let time = TimeAssessment(
                            now: now,
                            fraction: fraction,
                            instant: instant,
                            wall: now
                        )
                        _ = time.instant(of: moment)
                    }
                }
            }
        }
    }
}
