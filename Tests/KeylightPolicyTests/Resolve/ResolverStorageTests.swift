import KeylightCore
import KeylightPolicy
import Testing

@Suite("Resolver: store and clock conditions")
struct ResolverStorageTests {
    static let seed = ProductSeed(trialDurationDays: 14, freeTierEnabled: true)

    @Test(
        "BL-046, BL-066: a store that cannot be read is no verdict, whatever else is known",
        arguments: [
            (StorageFacts.unavailable("locked"), LicenseReason.storageUnavailable("locked")),
            (.newerSchema(99), .newerSchema(99)),
        ]
    )
    func unreadable(storage: StorageFacts, reason: LicenseReason) {
        var denied = Fixture.record()
        denied.denial = Fixture.denial
        for record in [LicenseRecord(), Fixture.record(), denied] {
            let facts = Fixture.facts(record, seed: Self.seed, storage: storage)
            let rolledBack = Fixture.time(0, condition: .rolledBack(seconds: 9_999))
            for time in [Fixture.time(0), rolledBack] {
                let snapshot = Resolver.resolve(
                    facts,
                    attempts: AttemptHistory(),
                    time: time,
                    policy: Fixture.policy
                )
                #expect(!snapshot.isResolved)
                #expect(snapshot.reason == reason)
                #expect(snapshot.rule == .undetermined)
                #expect(snapshot.entitlements.isEmpty)
                #expect(snapshot.offlineUntil == nil)
                #expect(snapshot.nextCheck == nil)
            }
        }
    }

    @Test("BL-049: after a damaged record the reason says so, whichever rule decides")
    func corrupt() {
        func snapshot(_ seed: ProductSeed) -> LicenseSnapshot {
            Fixture.resolve(Fixture.facts(LicenseRecord(), seed: seed, storage: .recordWasCorrupt))
        }
        let nothing = snapshot(ProductSeed())
        #expect(nothing.state == .expired)
        #expect(nothing.reason == .recordCorrupt)
        let free = snapshot(ProductSeed(freeTierEnabled: true))
        #expect(free.state == .freeTier)
        #expect(free.reason == .recordCorrupt)
        let trial = snapshot(Self.seed)
        #expect(trial.state == .trial(daysLeft: 14))
        #expect(trial.reason == .recordCorrupt)
        #expect(nothing.isResolved && free.isResolved && trial.isResolved)
    }

    @Test("a license that is good again speaks for itself, not for the damage")
    func corruptButActivated() {
        let snapshot = Fixture.resolve(Fixture.facts(storage: .recordWasCorrupt))
        #expect(snapshot.reason == .leaseActive(until: Fixture.at(Fixture.week)))
    }

    @Test("BL-032: a rollback shows as the reason and takes nothing away")
    func rollback() {
        let time = Fixture.time(Fixture.day, wall: 0, condition: .rolledBack(seconds: Fixture.day))
        let snapshot = Resolver.resolve(
            Fixture.facts(),
            attempts: AttemptHistory(),
            time: time,
            policy: Fixture.policy
        )
        #expect(snapshot.state == .licensed)
        #expect(snapshot.entitlements == ["pro"])
        #expect(snapshot.reason == .clockRolledBack(seconds: Fixture.day))
    }

    @Test("a denial keeps its own reason under a rollback")
    func rollbackBesideDenial() {
        var record = Fixture.record(lease: nil)
        record.denial = Fixture.denial
        let snapshot = Resolver.resolve(
            Fixture.facts(record),
            attempts: AttemptHistory(),
            time: Fixture.time(Fixture.day, wall: 0, condition: .rolledBack(seconds: Fixture.day)),
            policy: Fixture.policy
        )
        #expect(snapshot.reason == .denied(Fixture.denial))
    }

    @Test(
        "a clock that was never set, or is ahead, is no fraud",
        arguments: [
            WallClockCondition.notSet, .ahead(seconds: 9_999),
        ]
    )
    func otherConditions(condition: WallClockCondition) {
        let snapshot = Resolver.resolve(
            Fixture.facts(),
            attempts: AttemptHistory(),
            time: Fixture.time(Fixture.day, condition: condition),
            policy: Fixture.policy
        )
        #expect(snapshot.state == .licensed)
        #expect(snapshot.reason == .leaseActive(until: Fixture.at(Fixture.week)))
    }
}

@Suite("ClockRollbackResponse")
struct ClockRollbackResponseTests {
    static let back = Fixture.time(Fixture.day, wall: 0, condition: .rolledBack(seconds: Fixture.day))

    static func resolve(_ facts: LicenseFacts, at time: TimeAssessment = back) -> LicenseSnapshot {
        var policy = Fixture.policy
        policy.clockRollbackResponse = .deny
        return Resolver.resolve(facts, attempts: AttemptHistory(), time: time, policy: policy)
    }

    @Test("a product that denies a rollback gets invalid, with nothing allowed and a check due now")
    func licensed() {
        let snapshot = Self.resolve(Fixture.facts())
        #expect(snapshot.state == .invalid)
        #expect(snapshot.reason == .clockRolledBack(seconds: Fixture.day))
        #expect(snapshot.rule == .keyWithoutUsableLease)
        #expect(snapshot.entitlements.isEmpty)
        #expect(snapshot.offlineUntil == nil)
        #expect(snapshot.nextCheck == Fixture.at(Fixture.day))
        #expect(snapshot.hasLicenseKey)
        #expect(!snapshot.isEntitled)
    }

    @Test("a trial as well, and what is denied stays denied for its own reason")
    func others() {
        let seed = ProductSeed(trialDurationDays: 14, freeTierEnabled: true)
        let trial = Self.resolve(Fixture.facts(LicenseRecord(), seed: seed))
        #expect(trial.state == .invalid)
        #expect(trial.rule == .nothingHeld)
        #expect(trial.nextCheck == nil)
        var denied = Fixture.record(lease: nil)
        denied.denial = Fixture.denial
        #expect(Self.resolve(Fixture.facts(denied)).reason == .denied(Fixture.denial))
        #expect(!Self.resolve(Fixture.facts(storage: .unavailable("locked"))).isResolved)
    }

    @Test(
        "other conditions of the clock deny nothing",
        arguments: [
            WallClockCondition.plausible, .notSet, .ahead(seconds: 9_999),
        ]
    )
    func otherConditions(condition: WallClockCondition) {
        let time = Fixture.time(Fixture.day, condition: condition)
        #expect(Self.resolve(Fixture.facts(), at: time).state == .licensed)
    }

    @Test("it is opt-in")
    func optIn() {
        #expect(LicensePolicy.standard.clockRollbackResponse == .report)
    }

    @Test("while the clock is set back it is looked at again after a hop, also where nothing else is planned")
    func looksAgain() {
        let seed = ProductSeed(trialDurationDays: 14)
        for facts in [
            Fixture.facts(), Fixture.facts(LicenseRecord(), seed: seed), Fixture.facts(LicenseRecord()),
        ] {
            for snapshot in [
                Self.resolve(facts),
                Resolver.resolve(facts, attempts: AttemptHistory(), time: Self.back, policy: Fixture.policy),
            ] {
                let next = StateChange.next(
                    after: Self.back.now,
                    snapshot: snapshot,
                    facts: facts,
                    policy: Fixture.policy
                )
                #expect(next == Self.back.now.adding(900))
            }
        }
    }
}
