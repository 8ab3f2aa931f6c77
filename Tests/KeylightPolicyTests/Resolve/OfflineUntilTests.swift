import KeylightCore
import KeylightPolicy
import Testing

@Suite("offlineUntil and the next change")
struct OfflineUntilTests {
    /// The state without the number of days, which changes within a trial.
    private static func kind(_ state: LicenseState) -> LicenseState {
        if case .trial = state { .trial(daysLeft: 1) } else { state }
    }

    private static func randomFacts(_ random: inout SeededGenerator) -> LicenseFacts {
        var record = LicenseRecord()
        let days = { (random: inout SeededGenerator) in random.seconds(-40...40) * Fixture.day }
        if random.flip() {
            record.activation = Fixture.activation
            let issued = days(&random) + random.seconds(-400...400)
            record.lease = Fixture.lease(
                issued: issued,
                expires: issued + random.seconds(1...40) * Fixture.day,
                status: random.pick([.active, .active, .active, .fallback, .expired])
            )
            record.lastValidated = random.pick([
                nil, record.lease?.issuedAt, record.lease?.issuedAt.adding(random.seconds(-9...9_999)),
            ])
            if random.seconds(0...9) == 0 { record.denial = Fixture.denial }
        }
        record.trialStart = Fixture.at(days(&random) + random.seconds(-400...400))
        let seed = ProductSeed(trialDurationDays: random.seconds(0...30), freeTierEnabled: random.flip())
        return Fixture.facts(record, seed: seed)
    }

    @Test("offlineUntil is the first second at which the state is another, over 4,000 random licenses")
    func exact() throws {
        var random = SeededGenerator(seed: 39)
        var entitled = 0
        for _ in 0..<4_000 {
            let facts = Self.randomFacts(&random)
            var policy = Fixture.policy
            policy.maxOfflineDays = random.pick([nil, 0, 1, 15, 30])
            let now = random.seconds(-50...50) * Fixture.day + random.seconds(-400...400)
            let snapshot = Fixture.resolve(facts, at: now, policy: policy)
            let state = Self.kind(snapshot.state)
            func later(_ moment: Timestamp) -> LicenseState {
                Self.kind(Fixture.resolve(facts, at: moment.seconds(since: Fixture.t0), policy: policy).state)
            }
            guard let end = snapshot.offlineUntil else {
                #expect(!snapshot.isEntitled)
                for step in [1, 301, Fixture.day, 100 * Fixture.day] {
                    #expect(later(Fixture.at(now + step)) == state, "time alone gives nothing back")
                }
                continue
            }
            entitled += 1
            #expect(snapshot.isEntitled)
            let last = end.adding(-1)
            #expect(last >= Fixture.at(now))
            #expect(later(last) == state)
            #expect(
                later(Timestamp(random.seconds(Fixture.at(now).secondsSince1970...last.secondsSince1970)))
                    == state
            )
            #expect(later(end) != state)
            #expect(later(end.adding(100 * Fixture.day)) == later(end))
        }
        #expect(entitled > 500)
    }

    @Test("nothing that is shown changes before the second that StateChange names, or without it")
    func nextChange() {
        var random = SeededGenerator(seed: 7)
        let attempts = Fixture.attempts(last: -60 * Fixture.day, failure: .timedOut)
        for _ in 0..<2_000 {
            let facts = Self.randomFacts(&random)
            let now = random.seconds(-50...50) * Fixture.day + random.seconds(-400...400)
            func shown(_ moment: Timestamp) -> LicenseSnapshot {
                var snapshot = Fixture.resolve(
                    facts,
                    at: moment.seconds(since: Fixture.t0),
                    attempts: attempts
                )
                snapshot.nextCheck = nil
                return snapshot
            }
            let snapshot = shown(Fixture.at(now))
            let next = StateChange.next(
                after: Fixture.at(now),
                snapshot: snapshot,
                facts: facts,
                policy: Fixture.policy
            )
            let last = next?.adding(-1) ?? Fixture.at(now + 365 * Fixture.day)
            #expect(last >= Fixture.at(now))
            #expect(shown(last) == snapshot)
            if let next { #expect(shown(next) != snapshot) }
        }
    }

    @Test("without a failure the wake-up for the warning finds nothing to change and leads to the end")
    func wakesForWarningThenEnd() {
        let end = Fixture.at(Fixture.week + 301)
        let due = end.adding(-48 * Fixture.hour + 1)
        func next(_ now: Timestamp) -> Timestamp? {
            StateChange.next(
                after: now,
                snapshot: Fixture.resolve(Fixture.facts(), at: now.seconds(since: Fixture.t0)),
                facts: Fixture.facts(),
                policy: Fixture.policy
            )
        }
        #expect(next(Fixture.t0) == due)
        #expect(next(due.adding(-1)) == due)
        #expect(next(due) == end)
        #expect(next(end.adding(-1)) == end)
        #expect(next(end) == nil)
    }
}
