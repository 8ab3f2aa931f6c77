import KeylightCore
import KeylightPolicy
import Testing

@Suite("Trial")
struct TrialTests {
    static let seed = ProductSeed(trialDurationDays: 14)

    static func resolve(start: Int64?, at seconds: Int64, seed: ProductSeed = seed) -> LicenseSnapshot {
        var record = LicenseRecord()
        record.trialStart = start.map { Fixture.at($0) }
        return Fixture.resolve(Fixture.facts(record, seed: seed), at: seconds)
    }

    @Test(
        "BL-038: days count down at the second, begun days in full",
        arguments: [
            (0, 14), (1, 14), (86_399, 14), (86_400, 13), (86_401, 13), (13 * 86_400 - 1, 2),
            (13 * 86_400, 1), (13 * 86_400 + 86_399, 1),
        ] as [(Int64, Int64)]
    )
    func days(elapsed: Int64, left: Int64) {
        #expect(Self.resolve(start: 0, at: elapsed).state == .trial(daysLeft: left))
    }

    @Test("BL-038: the trial is over at its very second", arguments: [0, 1, 86_400] as [Int64])
    func end(after: Int64) {
        let snapshot = Self.resolve(start: 0, at: 14 * Fixture.day + after)
        #expect(snapshot.state == .expired)
        #expect(snapshot.reason == .trialEnded)
    }

    @Test("BL-038: the snapshot before the first stamp equals the one after it")
    func unstamped() {
        for seed in [Self.seed, ProductSeed(trialDurationDays: 0), ProductSeed(freeTierEnabled: true)] {
            let before = Self.resolve(start: nil, at: 5, seed: seed)
            #expect(before == Self.resolve(start: 5, at: 5, seed: seed))
        }
        #expect(Self.resolve(start: nil, at: 5).state == .trial(daysLeft: 14))
    }

    @Test("BL-038: a trial of no days is the free tier at once", arguments: [0, -1, Int64.min])
    func noDays(days: Int64) {
        let seed = ProductSeed(trialDurationDays: days, freeTierEnabled: true)
        #expect(Self.resolve(start: nil, at: 0, seed: seed).state == .freeTier)
        #expect(Self.resolve(start: 0, at: 0, seed: seed).state == .freeTier)
    }

    @Test("a start in the future gives no day more than the trial has")
    func futureStart() {
        #expect(Self.resolve(start: 10 * Fixture.day, at: 0).state == .trial(daysLeft: 14))
        #expect(Self.resolve(start: 1, at: 0).state == .trial(daysLeft: 14))
    }

    @Test("the next change is the first second at which the days differ")
    func nextChange() throws {
        let trial = try #require(Trial(start: Fixture.t0, durationDays: 3))
        let moments: [Int64] = [-86_400, -1, 0, 1, 86_399, 86_400, 2 * 86_400, 3 * 86_400 - 1]
        for seconds in moments {
            let now = Fixture.at(seconds)
            let change = try #require(trial.nextChange(after: now))
            #expect(change > now)
            #expect(trial.daysLeft(at: change.adding(-1)) == trial.daysLeft(at: now))
            #expect(trial.daysLeft(at: change) != trial.daysLeft(at: now))
        }
        #expect(trial.nextChange(after: trial.end) == nil)
        #expect(trial.daysLeft(at: trial.end) == nil)
        #expect(trial.daysLeft(at: trial.end.adding(-1)) == 1)
    }

    @Test("extreme starts, lengths and times never trap, and days stay within the trial's length")
    func extremes() {
        for start in Extremes.values {
            for days in Extremes.values {
                guard let trial = Trial(start: Timestamp(start), durationDays: days) else {
                    #expect(days <= 0)
                    continue
                }
                for now in Extremes.values {
                    let left = trial.daysLeft(at: Timestamp(now))
                    #expect(left.map { (1...days).contains($0) } ?? true)
                    let change = trial.nextChange(after: Timestamp(now))
                    #expect((change == nil) == (left == nil))
                    #expect(change.map { $0 > Timestamp(now) } ?? true)
                }
            }
        }
    }
}
