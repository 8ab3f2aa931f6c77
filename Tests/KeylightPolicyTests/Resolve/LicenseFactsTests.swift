import KeylightCore
import KeylightPolicy
import Testing

@Suite("LicenseFacts")
struct LicenseFactsTests {
    @Test("only a trusted and bound lease of a known status becomes a fact")
    func evidence() {
        let lease = Fixture.lease()
        func fact(_ evidence: LeaseEvidence) -> LeaseFacts? {
            Fixture.facts(Fixture.record(), evidence: evidence).lease
        }
        #expect(fact(.trusted(lease)) == LeaseFacts(lease))
        #expect(fact(.absent) == nil)
        #expect(fact(.malformed("text")) == nil)
        #expect(fact(.unknownKeyID(lease)) == nil)
        #expect(fact(.badSignature(lease)) == nil)
        #expect(fact(.unverifiable(lease, "text")) == nil)
        #expect(fact(.trusted(Fixture.lease(status: LeaseStatus(rawValue: "paused")))) == nil)
    }

    @Test(
        "BL-044: a lease of a key that this app does not trust is named, and asks for a refresh, not a denial"
    )
    func unknownKey() {
        let facts = Fixture.facts(Fixture.record(), evidence: .unknownKeyID(Fixture.lease(kid: "k2")))
        #expect(facts.untrustedKeyID == "k2")
        let snapshot = Fixture.resolve(facts)
        #expect(snapshot.state == .expired)
        #expect(snapshot.reason == .leaseNotTrusted(kid: "k2"))
        #expect(snapshot.nextCheck == Fixture.t0)
        #expect(Fixture.facts().untrustedKeyID == nil)
    }

    @Test("the schedule's offset belongs to the instance and the lease, and needs both")
    func offset() {
        let record = Fixture.record()
        let jitter = Fixture.policy.scheduleJitter
        let expected = RefreshSchedule.offset(
            instanceID: Fixture.instance,
            issuedAt: Fixture.t0,
            limit: jitter
        )
        #expect(Fixture.facts(record, jitter: jitter).scheduleOffset == expected)
        #expect(Fixture.facts(record, jitter: 0).scheduleOffset == 0)
        #expect(Fixture.facts(Fixture.record(lease: nil), jitter: jitter).scheduleOffset == 0)
    }

    @Test("the effective settings: the server's, else the app's, else 0 and off")
    func settings() {
        func facts(_ server: ProductSettings, _ seed: ProductSeed) -> LicenseFacts {
            var record = LicenseRecord()
            record.settings = server
            return Fixture.facts(record, seed: seed)
        }
        let nothing = facts(ProductSettings(), ProductSeed())
        #expect(nothing.trialDurationDays == 0)
        #expect(!nothing.freeTierEnabled)
        let seeded = facts(ProductSettings(), ProductSeed(trialDurationDays: 14, freeTierEnabled: true))
        #expect(seeded.trialDurationDays == 14)
        #expect(seeded.freeTierEnabled)
        let served = facts(
            ProductSettings(trialDurationDays: 0, freeTierEnabled: false),
            ProductSeed(trialDurationDays: 14, freeTierEnabled: true)
        )
        #expect(served.trialDurationDays == 0)
        #expect(!served.freeTierEnabled)
    }
}
