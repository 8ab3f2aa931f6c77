import KeylightCore
import KeylightPolicy
import Testing

/// What a record can hold, in every combination; an independent list of the rules says which one wins.
@Suite("Resolver: conflicts")
struct ResolverConflictTests {
    enum LeaseKind: CaseIterable, Sendable {
        case none, good, over, capped, fallback, expired, otherInstance, otherKey, unknownStatus
    }

    enum TrialKind: CaseIterable, Sendable { case none, running, ended }

    struct Holding: Sendable {
        var hasKey: Bool
        var isDenied: Bool
        var lease: LeaseKind
        var trial: TrialKind
        var hasFreeTier: Bool
    }

    static let now: Int64 = 20 * Fixture.day

    static var holdings: [Holding] {
        var all: [Holding] = []
        for hasKey in [true, false] {
            for isDenied in [true, false] {
                for lease in LeaseKind.allCases {
                    for trial in TrialKind.allCases {
                        for hasFreeTier in [true, false] {
                            all.append(
                                Holding(
                                    hasKey: hasKey,
                                    isDenied: isDenied,
                                    lease: lease,
                                    trial: trial,
                                    hasFreeTier: hasFreeTier
                                )
                            )
                        }
                    }
                }
            }
        }
        return all
    }

    static func lease(_ kind: LeaseKind) -> Lease? {
        let now = Self.now
        return switch kind {
        case .none: nil
        case .good: Fixture.lease(issued: now, expires: now + Fixture.week)
        case .over: Fixture.lease(issued: now - Fixture.week, expires: now - 301)
        case .capped: Fixture.lease(issued: 0, expires: now + Fixture.week)
        case .fallback: Fixture.lease(issued: 0, expires: Fixture.week, status: .fallback)
        case .expired: Fixture.lease(issued: 0, expires: Fixture.week, status: .expired)
        case .otherInstance:
            Fixture.lease(issued: now, expires: now + Fixture.week, instance: Fixture.otherInstance)
        case .otherKey:
            Fixture.lease(
                issued: now,
                expires: now + Fixture.week,
                keyHash: Fixture.otherActivation.pinnedKeyHash
            )
        case .unknownStatus:
            Fixture.lease(issued: now, expires: now + Fixture.week, status: LeaseStatus(rawValue: "paused"))
        }
    }

    static func facts(_ holding: Holding) -> LicenseFacts {
        var record = LicenseRecord()
        if holding.hasKey { record.activation = Fixture.activation }
        if holding.isDenied { record.denial = Fixture.denial }
        record.lease = lease(holding.lease)
        record.lastValidated = Fixture.at(holding.lease == .capped ? 0 : now)
        switch holding.trial {
        case .none: break
        case .running: record.trialStart = Fixture.at(now - Fixture.day)
        case .ended: record.trialStart = Fixture.at(now - 14 * Fixture.day)
        }
        let days: Int64 = holding.trial == .none ? 0 : 14
        return Fixture.facts(
            record,
            seed: ProductSeed(trialDurationDays: days, freeTierEnabled: holding.hasFreeTier)
        )
    }

    /// The rules as the specification lists them.
    static func expected(_ holding: Holding) -> (LicenseState, ResolutionRule) {
        if holding.hasKey {
            if holding.isDenied { return (.invalid, .storedDenial) }
            switch holding.lease {
            case .good: return (.licensed, .usableLease)
            case .fallback: return (.limited, .leaseStatus)
            case .expired: return (.expired, .leaseStatus)
            case .none, .over, .capped, .otherInstance, .otherKey, .unknownStatus:
                return (.expired, .keyWithoutUsableLease)
            }
        }
        if holding.trial == .running { return (.trial(daysLeft: 13), .trial) }
        return holding.hasFreeTier ? (.freeTier, .freeTier) : (.expired, .nothingHeld)
    }

    @Test("of all that a record can hold, the first matching rule decides")
    func everyCombination() {
        #expect(Self.holdings.count == 216)
        for holding in Self.holdings {
            let snapshot = Fixture.resolve(Self.facts(holding), at: Self.now)
            let (state, rule) = Self.expected(holding)
            #expect(snapshot.state == state, "\(holding)")
            #expect(snapshot.rule == rule, "\(holding)")
            #expect(snapshot.entitlements == (state == .licensed ? ["pro"] : []), "\(holding)")
            #expect((snapshot.offlineUntil != nil) == snapshot.isEntitled, "\(holding)")
            #expect(snapshot.isResolved)
        }
    }

    @Test("BL-009: a lost network never turns a license into a trial or a free tier")
    func keyBeatsTrial() {
        var record = Fixture.record()
        record.trialStart = Fixture.t0
        let seed = ProductSeed(trialDurationDays: 30, freeTierEnabled: true)
        let attempts = Fixture.attempts(last: Fixture.week, failure: .cannotConnect)
        let facts = Fixture.facts(record, seed: seed)
        for seconds in [0, Fixture.week + 300, Fixture.week + 301, 29 * Fixture.day, 60 * Fixture.day] {
            let state = Fixture.resolve(facts, at: seconds, attempts: attempts).state
            #expect(state == (seconds <= Fixture.week + 300 ? .licensed : .expired))
        }
    }

    @Test("BL-067: a key that was never confirmed licenses nothing, ever")
    func neverConfirmed() {
        for seconds in [0, 1, Fixture.day, 400 * Fixture.day] {
            let snapshot = Fixture.resolve(Fixture.facts(Fixture.record(lease: nil)), at: seconds)
            #expect(snapshot.state == .expired)
            #expect(snapshot.reason == .neverConfirmed)
        }
    }

    @Test("BL-042: a lease with a status that we do not know neither licenses nor denies")
    func unknownStatus() {
        let lease = Fixture.lease(status: LeaseStatus(rawValue: "paused"))
        let snapshot = Fixture.resolve(Fixture.facts(Fixture.record(lease: lease)))
        #expect(snapshot.state == .expired)
        #expect(snapshot.reason == .neverConfirmed)
    }

    @Test("BL-056: a lease of another instance or key that was put into the record by hand is not used")
    func foreignLease() {
        for kind in [LeaseKind.otherInstance, .otherKey] {
            let facts = Fixture.facts(Fixture.record(lease: Self.lease(kind)))
            #expect(facts.lease == nil)
            #expect(Fixture.resolve(facts, at: Self.now).state == .expired)
        }
    }

    @Test("a denial or a lease without a key is left over and means nothing")
    func leftovers() {
        var record = LicenseRecord()
        record.denial = Fixture.denial
        record.lease = Fixture.lease()
        let facts = Fixture.facts(record)
        #expect(facts.denial == nil)
        #expect(facts.lease == nil)
        #expect(Fixture.resolve(facts).reason == .notActivated)
    }
}
