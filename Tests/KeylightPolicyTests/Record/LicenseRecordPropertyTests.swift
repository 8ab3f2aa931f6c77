import KeylightCore
import KeylightPolicy
import Testing

@Suite("LicenseRecord: properties of changes")
struct LicenseRecordPropertyTests {
    private static func lease(_ random: inout SeededGenerator, of activation: Activation) -> Lease {
        let issued = random.pick([-301, -300, -10, 0, 0, 10, 400, Fixture.day])
        return Fixture.lease(
            issued: issued,
            expires: issued + Fixture.week,
            status: random.pick([.active, .active, .fallback, .expired]),
            instance: activation.instanceID,
            keyHash: activation.pinnedKeyHash
        )
    }

    static func randomChange(_ random: inout SeededGenerator) -> RecordChange {
        let activation = random.pick([Fixture.activation, Fixture.activation, Fixture.otherActivation])
        let release = PendingRelease(
            licenseKey: activation.licenseKey,
            instanceID: activation.instanceID
        )
        let seconds = random.seconds(-1_000...1_000)
        let end = random.pick([nil, LicenseEnd.lifetime, .at(Fixture.at(seconds))])
        switch random.seconds(0...10) {
        case 0, 1:
            return .activated(
                activation,
                lease: lease(&random, of: activation),
                licenseEnd: end,
                at: Fixture.time(seconds)
            )
        case 2, 3, 4:
            return .confirmed(
                activation,
                lease: random.flip() ? lease(&random, of: activation) : nil,
                licenseEnd: end,
                at: Fixture.time(seconds)
            )
        case 5: return .denied(activation, Fixture.denial)
        case 6:
            return .attempted(
                at: Fixture.at(seconds),
                notBefore: random.flip() ? Fixture.at(seconds) : nil
            )
        case 7: return random.flip() ? .deactivated(activation) : .releaseWanted(release)
        case 8: return .released(release)
        case 9:
            return random.flip()
                ? .trialStarted(at: Fixture.at(seconds)) : .floorRaised(to: Fixture.at(seconds))
        default:
            return random.flip()
                ? .settingsReceived(
                    ProductSettings(
                        trialDurationDays: random.flip() ? random.seconds(0...3) : nil,
                        freeTierEnabled: random.flip() ? random.flip() : nil
                    )
                ) : .recordLost(Fixture.record())
        }
    }

    @Test("over 3,000 random histories: twice is once, and what must only rise only rises")
    func invariants() throws {
        for seed in UInt64(0)..<3_000 {
            var random = SeededGenerator(seed: seed)
            var record = LicenseRecord()
            for _ in 0..<8 {
                let change = Self.randomChange(&random)
                let before = record
                record.apply(change)
                var twice = record
                twice.apply(change)
                try #require(twice == record, "twice, seed \(seed): \(change)")
                try Self.check(change, before: before, after: record, seed: seed)
            }
        }
    }

    private static func check(
        _ change: RecordChange,
        before: LicenseRecord,
        after: LicenseRecord,
        seed: UInt64
    ) throws {
        // A lease is always one of the activation, and never gives way to one more than 300 s older.
        if let lease = after.lease {
            let activation = try #require(after.activation, "seed \(seed)")
            try #require(LeaseBinding.isBound(lease, to: activation), "seed \(seed)")
            if let old = before.lease, before.activation == after.activation {
                try #require(LeaseBinding.isCurrent(lease, beside: old), "seed \(seed): \(change)")
            }
        }
        if after.activation == nil {
            try #require(after.lease == nil && after.denial == nil && after.lastValidated == nil)
        }
        if after.denial != nil { try #require(after.lease == nil, "seed \(seed)") }
        // A seat that is in use is never to be released, and no seat twice.
        try #require(
            !after.pendingReleases.contains { $0.instanceID == after.activation?.instanceID },
            "seed \(seed)"
        )
        try #require(Set(after.pendingReleases).count == after.pendingReleases.count, "seed \(seed)")
        // A seat that was held is in use, or to be released, until the server has heard of it.
        if let seat = before.activation?.instanceID, after.activation?.instanceID != seat {
            try #require(after.pendingReleases.contains { $0.instanceID == seat }, "seed \(seed)")
        }
        if let start = before.trialStart {
            try #require(after.trialStart.map { $0 <= start } ?? false, "seed \(seed)")
        }
        // The floor falls only by an answer that is signed and newer than the one that is stored.
        guard let floor = before.timeFloor, after.timeFloor.map({ $0 < floor }) ?? true else { return }
        switch change {
        case .activated(let activation, let lease, _, _):
            let stored = before.activation == activation ? before.lease : nil
            try #require(LeaseBinding.isFresh(lease, beside: stored), "seed \(seed)")
        case .confirmed(_, let lease?, _, _):
            try #require(LeaseBinding.isFresh(lease, beside: before.lease), "seed \(seed)")
        default: Issue.record("floor fell by \(change), seed \(seed)")
        }
    }

    @Test("changes of one license in any order lead to the same lease: the newest")
    func newestLeaseWins() {
        let leases = [0, 400, 800].map { Fixture.lease(issued: $0, expires: $0 + Fixture.week) }
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var record = Fixture.record(lease: nil)
            for index in order {
                record.apply(
                    .confirmed(
                        Fixture.activation,
                        lease: leases[index],
                        licenseEnd: nil,
                        at: Fixture.time(900)
                    )
                )
            }
            #expect(record.lease == leases[2])
            #expect(record.timeFloor == Fixture.at(800))
        }
    }
}
