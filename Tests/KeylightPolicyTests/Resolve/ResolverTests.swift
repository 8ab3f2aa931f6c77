import KeylightCore
import KeylightPolicy
import Testing

@Suite("Resolver: the seven rules in order")
struct ResolverTests {
    @Test("rule 1: a stored denial is invalid, with its date and request id")
    func denial() {
        var record = Fixture.record(lease: nil)
        record.denial = Fixture.denial
        let snapshot = Fixture.resolve(Fixture.facts(record))
        #expect(snapshot.state == .invalid)
        #expect(snapshot.rule == .storedDenial)
        #expect(snapshot.reason == .denied(Fixture.denial))
        #expect(snapshot.entitlements.isEmpty)
        #expect(snapshot.offlineUntil == nil)
        #expect(snapshot.hasLicenseKey)
    }

    @Test("rule 2: a usable active lease is licensed, with what it allows")
    func usableLease() {
        let lease = Fixture.lease(entitlements: ["pro", "team"])
        let snapshot = Fixture.resolve(Fixture.facts(Fixture.record(lease: lease)), at: 60)
        #expect(snapshot.state == .licensed)
        #expect(snapshot.rule == .usableLease)
        #expect(snapshot.reason == .leaseActive(until: lease.expiresAt))
        #expect(snapshot.entitlements == ["pro", "team"])
        #expect(snapshot.offlineUntil == lease.expiresAt.adding(301))
        #expect(snapshot.licenseEnd == .lifetime)
        #expect(snapshot.lastValidated == Fixture.t0)
        #expect(snapshot.isEntitled)
    }

    @Test(
        "rule 3: a lease that says the license ended counts whatever its date, and allows nothing",
        arguments: [
            (LeaseStatus.fallback, LicenseState.limited, LicenseReason.fallbackLease),
            (.expired, .expired, .licenseEnded),
        ]
    )
    func endedLease(status: LeaseStatus, state: LicenseState, reason: LicenseReason) {
        let lease = Fixture.lease(status: status)
        for seconds in [-1, 0, Fixture.week, Fixture.week + 301, 400 * Fixture.day] {
            let snapshot = Fixture.resolve(Fixture.facts(Fixture.record(lease: lease)), at: seconds)
            #expect(snapshot.state == state)
            #expect(snapshot.rule == .leaseStatus)
            #expect(snapshot.reason == reason)
            #expect(snapshot.entitlements.isEmpty)
            #expect(snapshot.offlineUntil == nil)
            #expect(!snapshot.isEntitled)
        }
    }

    @Test("rule 4: a key without a lease that can be used is expired, and the reason says why")
    func keyOnly() {
        func reason(_ record: LicenseRecord, _ evidence: LeaseEvidence?, at seconds: Int64) -> LicenseReason {
            let snapshot = Fixture.resolve(Fixture.facts(record, evidence: evidence), at: seconds)
            #expect(snapshot.state == .expired)
            #expect(snapshot.rule == .keyWithoutUsableLease)
            #expect(snapshot.entitlements.isEmpty)
            #expect(snapshot.offlineUntil == nil)
            return snapshot.reason
        }
        let lease = Fixture.lease()
        let month = Fixture.lease(expires: 30 * Fixture.day)
        let bare = Fixture.record(lease: nil)
        let full = Fixture.record()
        #expect(reason(bare, nil, at: 0) == .neverConfirmed)
        #expect(reason(full, .malformed("text"), at: 0) == .neverConfirmed)
        #expect(reason(full, .badSignature(lease), at: 0) == .neverConfirmed)
        #expect(reason(full, .unverifiable(lease, "no library"), at: 0) == .neverConfirmed)
        #expect(reason(full, .unknownKeyID(Fixture.lease(kid: "k9")), at: 0) == .leaseNotTrusted(kid: "k9"))
        #expect(reason(full, nil, at: Fixture.week + 301) == .offlineLeaseEnded(at: lease.expiresAt))
        #expect(
            reason(Fixture.record(lease: month), nil, at: 15 * Fixture.day + 1)
                == .offlineCapReached(lastValidated: Fixture.t0)
        )
        #expect(
            reason(Fixture.record(lastValidated: nil), nil, at: 0) == .offlineCapReached(lastValidated: nil)
        )
    }

    @Test("rule 4: the reason names what ended first, and does not change afterwards")
    func firstEndIsNamed() {
        let month = Fixture.record(lease: Fixture.lease(expires: 30 * Fixture.day))
        let missing = Fixture.record(lastValidated: nil)
        for seconds in [16 * Fixture.day, 30 * Fixture.day + 301, 400 * Fixture.day] {
            #expect(
                Fixture.resolve(Fixture.facts(month), at: seconds).reason
                    == .offlineCapReached(lastValidated: Fixture.t0)
            )
            #expect(
                Fixture.resolve(Fixture.facts(missing), at: seconds).reason
                    == .offlineCapReached(lastValidated: nil)
            )
            #expect(
                Fixture.resolve(Fixture.facts(), at: seconds).reason
                    == .offlineLeaseEnded(at: Fixture.at(Fixture.week))
            )
        }
    }

    @Test("rule 5: a running trial counts its days")
    func trial() {
        var record = LicenseRecord()
        record.trialStart = Fixture.t0
        let facts = Fixture.facts(record, seed: ProductSeed(trialDurationDays: 14))
        let snapshot = Fixture.resolve(facts, at: Fixture.day)
        #expect(snapshot.state == .trial(daysLeft: 13))
        #expect(snapshot.rule == .trial)
        #expect(snapshot.reason == .trialRunning)
        #expect(snapshot.entitlements.isEmpty)
        #expect(snapshot.offlineUntil == Fixture.at(14 * Fixture.day))
        #expect(snapshot.isEntitled)
        #expect(snapshot.nextCheck == nil)
    }

    @Test("rule 6: the free tier, before any trial was possible and after it", arguments: [0, 14])
    func freeTier(days: Int64) {
        var record = LicenseRecord()
        record.trialStart = Fixture.at(-14 * Fixture.day)
        let seed = ProductSeed(trialDurationDays: days, freeTierEnabled: true)
        let snapshot = Fixture.resolve(Fixture.facts(record, seed: seed))
        #expect(snapshot.state == .freeTier)
        #expect(snapshot.rule == .freeTier)
        #expect(snapshot.reason == .freeTier)
        #expect(snapshot.offlineUntil == nil)
        #expect(!snapshot.isEntitled)
    }

    @Test("rule 7: otherwise expired, with the trial's end or with nothing as the reason")
    func nothingHeld() {
        var record = LicenseRecord()
        #expect(Fixture.resolve(Fixture.facts(record)).reason == .notActivated)
        record.trialStart = Fixture.at(-14 * Fixture.day)
        #expect(Fixture.resolve(Fixture.facts(record)).reason == .notActivated)
        let snapshot = Fixture.resolve(Fixture.facts(record, seed: ProductSeed(trialDurationDays: 14)))
        #expect(snapshot.state == .expired)
        #expect(snapshot.rule == .nothingHeld)
        #expect(snapshot.reason == .trialEnded)
    }

    @Test("server settings go before the app's own, 0 and false too")
    func settings() {
        var record = LicenseRecord()
        let seed = ProductSeed(trialDurationDays: 14, freeTierEnabled: true)
        #expect(Fixture.resolve(Fixture.facts(record, seed: seed)).state == .trial(daysLeft: 14))
        record.settings.trialDurationDays = 3
        #expect(Fixture.resolve(Fixture.facts(record, seed: seed)).state == .trial(daysLeft: 3))
        record.settings.trialDurationDays = 0
        #expect(Fixture.resolve(Fixture.facts(record, seed: seed)).state == .freeTier)
        record.settings.freeTierEnabled = false
        #expect(Fixture.resolve(Fixture.facts(record, seed: seed)).state == .expired)
        record.settings = ProductSettings(trialDurationDays: 5, freeTierEnabled: true)
        #expect(Fixture.resolve(Fixture.facts(record)).state == .trial(daysLeft: 5))
    }
}
