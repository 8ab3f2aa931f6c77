// Resolves a trial's days with the rules alone: no store, no network, no clock, no Foundation.
import KeylightCore
import KeylightPolicy

@main
struct PolicyAlone {
    struct Unexpected: Error { let state: LicenseState }

    static func main() throws {
        let start = Timestamp(1_772_323_200)
        var record = LicenseRecord()
        record.trialStart = start
        let facts = LicenseFacts(
            record: record,
            evidence: .absent,
            seed: ProductSeed(trialDurationDays: 14),
            storage: .readable,
            jitter: 0
        )
        func state(day: Int64) -> LicenseState {
            let now = start.adding(day * 86_400)
            let time = TimeAssessment(now: now, instant: ContinuousInstant(nanoseconds: 0), wall: now)
            return Resolver.resolve(facts, attempts: AttemptHistory(), time: time, policy: .standard).state
        }
        for (day, expected) in [
            (0, LicenseState.trial(daysLeft: 14)), (13, .trial(daysLeft: 1)), (14, .expired),
        ] {
            guard state(day: Int64(day)) == expected else { throw Unexpected(state: state(day: Int64(day))) }
        }
        print("PolicyAlone: a trial of 14 days runs and ends as it should")
    }
}
