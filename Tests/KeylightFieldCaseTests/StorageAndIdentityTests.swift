import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Stores that could not be read, and leases that were somebody else's.
@Suite("Field cases: storage and identity")
struct StorageAndIdentityTests {
    @Test("BL-046: a store that cannot be read yet is no reason to forget a license or to start a trial")
    func bl046() throws {
        let bench = try LicenseBench.licensed(seed: ProductSeed(trialDurationDays: 14))
        bench.endProcess()
        let writes = bench.store.counts.writes
        bench.store.failLoads(with: .unavailable("interaction not allowed"), times: 3)
        try bench.relaunch()
        #expect(try bench.snapshot.isResolved == false)
        #expect(try bench.snapshot.reason == .storageUnavailable("interaction not allowed"))
        for _ in 0..<2 {
            guard case .skipped(.storageUnavailable) = try bench.checkOnLaunch() else {
                Issue.record("something was done without a store")
                return
            }
        }
        #expect(bench.store.counts.writes == writes)
        #expect(bench.requestCount == 0)
        #expect(try bench.record.trialStart == nil)
        // The launch's own check is made up for.
        bench.transport.enqueue(try bench.valid())
        try bench.foreground()
        #expect(bench.requestCount(to: "validate") == 1)
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.isResolved)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-046: it is read again with nobody calling")
    func bl046Alone() throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        bench.store.failLoads(with: .unavailable("locked"), times: 1)
        try bench.relaunch()
        #expect(try bench.snapshot.isResolved == false)
        try bench.advance(by: 15 * Seconds.minute)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-049: a damaged record says so, and a running app loses nothing by it")
    func bl049() throws {
        let store = ScriptedStore(.corrupt("checksum"))
        let bench = try LicenseBench.licensed()
        let engine = LicenseEngine(
            configuration: bench.configuration,
            transport: bench.transport,
            store: store,
            clock: bench.simulation.clock,
            runner: bench.simulation.runner
        )
        #expect(engine.snapshot.reason == .recordCorrupt)
        #expect(engine.snapshot.state == .expired)
    }

    @Test("BL-049: a record that vanishes under a running app is written again")
    func bl049Vanished() throws {
        let bench = try LicenseBench.licensed()
        bench.memory.erase()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.transport.enqueue(try bench.valid())
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(try bench.record.activation?.licenseKey == bench.key)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-056: a lease of another seat, another key or an older day is not ours")
    func bl056() throws {
        let other = try LicenseKey(parsing: "ACME-TEST-9999-9999")
        let seat = try #require(InstanceID("inst-9"))
        let makers: [(String, FailureCause, (LicenseBench) throws -> Lease)] = [
            ("seat", .foreignLease, { try $0.lease(instance: seat) }),
            ("key", .foreignLease, { try $0.lease(key: other) }),
            ("replay", .replayedLease, { try $0.lease(issuedAt: LicenseBench.start.adding(-Seconds.day)) }),
            ("forged", .badSignature, { $0.signer.forge(try $0.lease()) }),
        ]
        for (name, cause, make) in makers {
            let bench = try LicenseBench.licensed()
            let before = try bench.recordBesidesTimes
            try bench.advance(by: 6 * Seconds.hour + 1)
            bench.transport.enqueue(try bench.valid(try make(bench)))
            guard case .unknown(let error) = try bench.foreground() else {
                Issue.record("\(name) was accepted")
                return
            }
            #expect(error.kind == .noAnswer(cause))
            #expect(try bench.recordBesidesTimes == before)
            #expect(try bench.state == .licensed)
            #expect(bench.log.events.contains { $0.level == .error })
            try bench.finish()
        }
    }

    @Test("BL-056: an old reply, played again, does not undo a denial; a new lease does")
    func bl056AfterDenial() throws {
        let bench = try LicenseBench.licensed()
        let old = try #require(try bench.record.lease)
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.transport.enqueue(bench.denied)
        try bench.foreground()
        #expect(try bench.state == .invalid)
        let replays = [
            try bench.valid(old), try bench.valid(try bench.lease(issuedAt: LicenseBench.start.adding(-60))),
        ]
        for replay in replays {
            try bench.relaunch(after: 300)
            bench.transport.enqueue(replay)
            guard case .unknown(let error) = try bench.checkOnLaunch() else {
                Issue.record("a replay was believed")
                return
            }
            #expect(error.kind == .noAnswer(.replayedLease))
            #expect(try bench.state == .invalid)
        }
        bench.transport.enqueue(try bench.valid())
        try bench.advance(by: 300)
        try bench.foreground()
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-056: a lease that was put into the record by hand is refused as well")
    func bl056ByHand() throws {
        let seat = try #require(InstanceID("inst-9"))
        let bench = try LicenseBench.licensed()
        let foreign = try bench.lease(instance: seat)
        let forged = bench.signer.forge(try bench.lease())
        for lease in [foreign, forged] {
            bench.endProcess()
            _ = bench.memory.update { $0.lease = lease }
            try bench.relaunch()
            #expect(try bench.state == .expired)
            #expect(try bench.run { await $0.getCachedLease() } == nil)
        }
        try bench.finish()
    }

    @Test(
        "BL-057: the earlier of lease end and offline cap wins",
        arguments: [
            (30 * Seconds.day, 15, 15 * Seconds.day), (7 * Seconds.day, 15, 7 * Seconds.day + 300),
            (30 * Seconds.day, nil, 30 * Seconds.day + 300),
        ] as [(Int64, Int64?, Int64)]
    )
    func bl057(length: Int64, cap: Int64?, lastGood: Int64) throws {
        var policy = LicensePolicy.exact
        policy.maxOfflineDays = cap
        let bench = try LicenseBench.licensed(policy: policy, leaseLength: length)
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: lastGood - 1)
        #expect(try bench.state == .licensed)
        try bench.advance(by: 1)
        #expect(try bench.state == .licensed)
        #expect(try bench.run { await $0.getCachedLease() } != nil)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(try bench.run { await $0.getCachedLease() } == nil)
        if cap == 15, length > 15 * Seconds.day {
            #expect(try bench.snapshot.reason == .offlineCapReached(lastValidated: LicenseBench.start))
        }
        // The next launch must check, and may restore.
        try bench.relaunch()
        #expect(try bench.state == .expired)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-057: a removed anchor counts as a reached cap")
    func bl057Anchor() throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        _ = bench.memory.update { $0.lastValidated = nil }
        try bench.relaunch()
        #expect(try bench.snapshot.reason == .offlineCapReached(lastValidated: nil))
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("BL-067: a server that cannot be reached never licenses a key that it has not confirmed")
    func bl067() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 3))
        bench.transport.fallback = .reply(.failure(.cannotConnect))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        for _ in 0..<100 {
            #expect(throws: KeylightError.self) {
                try bench.run(within: 60) { try await $0.activate(key: "ANY-KEY") }
            }
            #expect(try bench.state != .licensed)
        }
        for _ in 0..<10 {
            try bench.relaunch(after: 60)
            try bench.checkOnLaunch()
            #expect(try bench.state == .trial(daysLeft: 3))
        }
        try bench.advance(by: 30 * Seconds.day)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .trialEnded)
        #expect(bench.announced.snapshots.allSatisfy { $0.state != .licensed && $0.entitlements.isEmpty })
        try bench.finish()
    }
}

/// A store in which something else than a record is found.
private struct ScriptedStore: LeaseStore {
    let found: StoredRecord

    init(_ found: StoredRecord) { self.found = found }

    func load() throws -> StoredRecord { found }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        var record = LicenseRecord()
        change(&record)
        return record
    }

    func erase() throws {}
}
