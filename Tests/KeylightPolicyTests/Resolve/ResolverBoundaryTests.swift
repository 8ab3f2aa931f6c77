import KeylightCore
import KeylightPolicy
import Testing

@Suite("Resolver: boundaries")
struct ResolverBoundaryTests {
    @Test(
        "BL-039: a lease is good until 300 s after its end",
        arguments: [-301, -300, -1, 0, 1, 299, 300, 301]
    )
    func leaseEnd(offset: Int64) {
        let snapshot = Fixture.resolve(Fixture.facts(), at: Fixture.week + offset)
        let isGood = offset <= 300
        #expect(snapshot.state == (isGood ? .licensed : .expired))
        #expect(snapshot.hasEntitlement("pro") == isGood)
        #expect(snapshot.isEntitled == isGood)
        #expect(
            snapshot.reason
                == (isGood
                    ? .leaseActive(until: Fixture.at(Fixture.week))
                    : .offlineLeaseEnded(at: Fixture.at(Fixture.week)))
        )
        #expect(snapshot.offlineUntil == (isGood ? Fixture.at(Fixture.week + 301) : nil))
    }

    @Test("BL-057: the offline cap ends a long lease", arguments: [-1, 0, 1])
    func cap(offset: Int64) {
        let facts = Fixture.facts(Fixture.record(lease: Fixture.lease(expires: 30 * Fixture.day)))
        let snapshot = Fixture.resolve(facts, at: 15 * Fixture.day + offset)
        #expect(snapshot.state == (offset <= 0 ? .licensed : .expired))
        if offset > 0 { #expect(snapshot.reason == .offlineCapReached(lastValidated: Fixture.t0)) }
        if offset <= 0 { #expect(snapshot.offlineUntil == Fixture.at(15 * Fixture.day + 1)) }
    }

    @Test("BL-057: without an anchor the cap counts as reached, also for a lease that is good")
    func missingAnchor() {
        let snapshot = Fixture.resolve(Fixture.facts(Fixture.record(lastValidated: nil)))
        #expect(snapshot.state == .expired)
        #expect(snapshot.reason == .offlineCapReached(lastValidated: nil))
    }

    @Test("BL-057: nil turns the cap off, and only the cap")
    func noCap() {
        var policy = Fixture.policy
        policy.maxOfflineDays = nil
        let facts = Fixture.facts(
            Fixture.record(lease: Fixture.lease(expires: 30 * Fixture.day), lastValidated: nil)
        )
        let last = 30 * Fixture.day + 300
        #expect(Fixture.resolve(facts, at: 15 * Fixture.day + 1, policy: policy).state == .licensed)
        #expect(Fixture.resolve(facts, at: last, policy: policy).state == .licensed)
        let over = Fixture.resolve(facts, at: last + 1, policy: policy)
        #expect(over.reason == .offlineLeaseEnded(at: Fixture.at(30 * Fixture.day)))
    }

    @Test(
        "BL-057: whichever is earlier wins",
        arguments: [
            // lease days, cap days, seconds until which it holds
            (7, 15, 7 * 86_400 + 300), (30, 15, 15 * 86_400), (15, 15, 15 * 86_400), (30, 30, 30 * 86_400),
            (30, 31, 30 * 86_400 + 300), (7, 0, 0),
        ] as [(Int64, Int64, Int64)]
    )
    func earlierWins(leaseDays: Int64, capDays: Int64, lastGood: Int64) {
        var policy = Fixture.policy
        policy.maxOfflineDays = capDays
        let facts = Fixture.facts(Fixture.record(lease: Fixture.lease(expires: leaseDays * Fixture.day)))
        #expect(
            Fixture.resolve(facts, policy: policy).offlineUntil == Fixture.at(lastGood + 1)
        )
        #expect(Fixture.resolve(facts, at: lastGood, policy: policy).state == .licensed)
        #expect(Fixture.resolve(facts, at: lastGood + 1, policy: policy).state == .expired)
    }

    @Test("BL-007: a warning shows when less than 48 h are left and the last attempt failed")
    func warning() {
        let end = Fixture.week + 301
        let failed = Fixture.attempts(last: Fixture.day, failure: .tlsFailed)
        func warning(_ left: Int64, _ attempts: AttemptHistory) -> LicenseWarning? {
            Fixture.resolve(Fixture.facts(), at: end - left, attempts: attempts).warning
        }
        let hours: Int64 = 48 * 3_600
        #expect(warning(hours + 1, failed) == nil)
        #expect(warning(hours, failed) == nil)
        #expect(warning(hours - 1, failed) == .cannotVerify(.tlsFailed, until: Fixture.at(end)))
        #expect(warning(1, failed) == .cannotVerify(.tlsFailed, until: Fixture.at(end)))
        #expect(warning(0, failed) == nil, "there is nothing left to warn of")
        #expect(warning(hours - 1, Fixture.attempts(last: Fixture.day)) == nil)
        #expect(warning(hours - 1, AttemptHistory()) == nil)
    }

    @Test("BL-014: the lease lives to its own end, and the license's own end only shows")
    func licenseEndOnlyShows() {
        var record = Fixture.record()
        record.licenseEnd = .at(Fixture.at(2 * Fixture.day))
        let snapshot = Fixture.resolve(Fixture.facts(record), at: 2 * Fixture.day + Fixture.hour)
        #expect(snapshot.state == .licensed)
        #expect(snapshot.licenseEnd == .at(Fixture.at(2 * Fixture.day)))
        #expect(snapshot.lastValidated == Fixture.t0)
    }

    @Test("what is not saved shows in the snapshot and changes nothing else")
    func persistence() {
        let good = Fixture.resolve(Fixture.facts())
        var bad = Resolver.resolve(
            Fixture.facts(),
            attempts: AttemptHistory(),
            time: Fixture.time(0),
            persistence: .failing("ENOSPC"),
            policy: Fixture.policy
        )
        #expect(bad.persistence == .failing("ENOSPC"))
        bad.persistence = .saved
        #expect(bad == good)
    }
}
