import Foundation
import KeylightClock
import KeylightCore
import KeylightCrypto
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Records that an older or a newer version of the SDK has left, from the files to the verdict.
@Suite("Field cases: records of other schemas")
struct RecordSchemaTests {
    private static let start = GoldenRecord.start
    private static let schemas = Array(1...LicenseRecord.currentSchema)

    // MARK: Older

    @Test(
        "BL-066: an update while offline costs nobody the license, and nothing of the record",
        arguments: schemas
    )
    func bl066(schema: Int) throws {
        let install = try GoldenInstall(schema: schema)
        let bench = install.bench
        let before = try install.recordBytes
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.relaunch(after: Seconds.day)
        try Self.expectLicensed(bench)
        // Migrated when it is next written, and not before.
        #expect(try install.recordBytes == before)
        #expect(try install.schema == schema)

        guard case .unknown = try bench.checkOnLaunch() else {
            Issue.record("offline, and yet something was learnt")
            return
        }
        #expect(bench.requestCount(to: "validate") > 0)
        #expect(try install.schema == LicenseRecord.currentSchema)
        var kept = try GoldenRecord.record(schema: schema)
        kept.lastAttempt = Self.start.adding(Seconds.day)
        kept.notBefore = nil
        #expect(try install.record == kept)
        try Self.expectLicensed(bench)

        try bench.relaunch(after: Seconds.hour)
        try Self.expectLicensed(bench)
        #expect(try install.bytes("install.secret") == Self.goldenBytes(schema, "install.secret"))
        #expect(try install.names == ["install.secret", "license.sealed", "refresh.lock", "store.lock"])
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test(
        "BL-066: once online, an older record is renewed, and its pending seat released",
        arguments: schemas
    )
    func bl066Online(schema: Int) throws {
        let install = try GoldenInstall(schema: schema)
        let bench = install.bench
        bench.transport.enqueue(bench.released)
        let signer = try GoldenRecord.signer
        let lease = try bench.lease(issuedAt: Self.start.adding(Seconds.day), signer: signer)
        bench.transport.enqueue(try bench.valid(lease))
        try bench.relaunch(after: Seconds.day)
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        #expect(try install.record?.lease == lease)
        #expect(try install.record?.pendingReleases == [])
        #expect(try install.record?.trialStart == GoldenRecord.record(schema: schema).trialStart)
        #expect(bench.requestCount(to: "deactivate") == 1)
        try bench.finish()
    }

    enum Limit: CaseIterable {
        case offlineCap, leaseEnd

        var policy: LicensePolicy {
            var policy = LicensePolicy.exact
            if self == .leaseEnd { policy.maxOfflineDays = nil }
            return policy
        }

        /// The last second at which the license holds without a network, in seconds after T0.
        var lastGoodSecond: Int64 {
            switch self {
            case .offlineCap: 15 * Seconds.day
            case .leaseEnd: 30 * Seconds.day + 300
            }
        }

        var lapse: LicenseReason {
            switch self {
            case .offlineCap: .offlineCapReached(lastValidated: start)
            case .leaseEnd: .offlineLeaseEnded(at: start.adding(30 * Seconds.day))
            }
        }
    }

    @Test(
        "BL-066: an older record holds to the same second as one of today, launched then or running",
        arguments: schemas,
        Limit.allCases
    )
    func bl066Limits(schema: Int, limit: Limit) throws {
        let install = try GoldenInstall(schema: schema, policy: limit.policy)
        let today = try GoldenRecord.bench(
            LicenseBench(
                record: GoldenRecord.record(schema: LicenseRecord.currentSchema),
                policy: limit.policy,
                seed: GoldenRecord.seed
            )
        )
        for bench in [install.bench, today] {
            bench.transport.fallback = .reply(.failure(.notConnected))
            // A process that ends without a farewell writes nothing, so each launch finds the golden bytes.
            try bench.relaunch(after: limit.lastGoodSecond - 3)
        }
        let bench = install.bench
        // Running, with nobody calling: through the limit and beyond.
        for second in -3...1 as ClosedRange<Int64> {
            #expect(bench.now == Self.start.adding(limit.lastGoodSecond + second))
            for bench in [install.bench, today] {
                #expect(try bench.state == (second <= 0 ? .licensed : .expired))
                #expect(try bench.snapshot.reason == (second <= 0 ? Self.held : limit.lapse))
                #expect(try bench.snapshot.entitlements == (second <= 0 ? ["pro", "sync/2"] : []))
                #expect(
                    try bench.snapshot.offlineUntil
                        == (second <= 0 ? Self.start.adding(limit.lastGoodSecond + 1) : nil)
                )
            }
            #expect(try bench.snapshot.nextCheck == today.snapshot.nextCheck)
            #expect(try bench.snapshot.warning == today.snapshot.warning)
            try bench.advance(by: 1)
            try today.advance(by: 1)
        }
        try today.finish()
        try bench.finish()
    }

    @Test(
        "BL-066: the second of a launch decides the same way, before the record is migrated and after",
        arguments: schemas,
        [-1, 0, 1] as [Int64]
    )
    func bl066Launch(schema: Int, offset: Int64) throws {
        for limit in Limit.allCases {
            for isMigrated in [false, true] {
                let install = try GoldenInstall(schema: schema, policy: limit.policy)
                let bench = install.bench
                bench.transport.fallback = .reply(.failure(.notConnected))
                if isMigrated {
                    // The server's wish for a minute of patience is over.
                    try bench.relaunch(after: 60)
                    try bench.checkOnLaunch()
                    #expect(try install.schema == LicenseRecord.currentSchema)
                }
                let before = try install.recordBytes
                let moment = Self.start.adding(limit.lastGoodSecond + offset)
                try bench.relaunch(after: moment.seconds(since: bench.now))
                #expect(try bench.state == (offset <= 0 ? .licensed : .expired))
                #expect(try bench.snapshot.reason == (offset <= 0 ? Self.held : limit.lapse))
                #expect(try bench.snapshot.lastValidated == Self.start)
                #expect(try install.recordBytes == before)
                try bench.finish()
            }
        }
    }

    @Test(
        "BL-066: it is the signature that licenses: an app that trusts another key is not licensed",
        arguments: schemas
    )
    func bl066OtherKey(schema: Int) throws {
        let other = try TestSigner(seed: [UInt8](repeating: 9, count: 32)).publicKeyBase64
        let install = try GoldenInstall(schema: schema, trustedKey: other)
        try install.bench.relaunch(after: Seconds.day)
        #expect(try install.bench.state == .expired)
        #expect(try install.record == GoldenRecord.record(schema: schema))
        try install.bench.finish()
    }

    @Test(
        "BL-066: another machine does not use the license of a copy that says where it was made",
        arguments: schemas
    )
    func bl066OtherMachine(schema: Int) throws {
        let install = try GoldenInstall(schema: schema)
        install.bench.configuration.machineHash = String(repeating: "ef", count: 32)
        try install.bench.relaunch(after: Seconds.day)
        // Schema 1 did not say, and so it holds.
        #expect(try install.bench.state == (schema == 1 ? .licensed : .expired))
        if schema > 1 { #expect(try install.bench.snapshot.reason == .movedDevice) }
        try install.bench.finish()
    }

    // MARK: Newer

    @Test(
        "BL-066: a record of a newer version is left alone, whatever is done and however long",
        arguments: [false, true]
    )
    func bl066Newer(isOnline: Bool) throws {
        let install = try GoldenInstall(schema: LicenseRecord.currentSchema)
        let bench = install.bench
        let mirror = MirrorDouble()
        bench.trialMirror = mirror
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(isOnline ? bench.validWhenAsked() : .failure(.notConnected))
        let newer = GoldenInstall.bytes(ofSchema: 99)
        try install.replaceRecord(with: newer)

        func expectUntouched() throws {
            let snapshot = try bench.snapshot
            #expect(!snapshot.isResolved)
            #expect(snapshot.reason == .newerSchema(99))
            #expect(snapshot.rule == .undetermined)
            #expect(snapshot.entitlements.isEmpty)
            #expect(!snapshot.hasLicenseKey)
            #expect(try install.recordBytes == newer)
            #expect(
                try install.bytes("install.secret")
                    == Self.goldenBytes(LicenseRecord.currentSchema, "install.secret")
            )
            #expect(try install.names.allSatisfy { !$0.contains("corrupt") && !$0.contains("tmp") })
            #expect(bench.requestCount == 0)
            #expect(mirror.start == nil)
        }

        try bench.relaunch(after: Seconds.day)
        try expectUntouched()
        for result in [
            try bench.checkOnLaunch(), try bench.foreground(),
            try bench.run(within: 60) { try await $0.activeRevalidate() },
        ] {
            guard case .skipped(.storageUnavailable) = result else {
                Issue.record("\(result)")
                return
            }
        }
        for hint in [.woke, .foreground, .clockChanged, .networkChanged] as [SystemHint] {
            try bench.run { await $0.post(hint) }
        }
        try expectUntouched()
        // The user's own wishes are refused with a reason, so that they cannot replace it either.
        let key = bench.key.rawValue
        let wishes: [@Sendable (LicenseEngine) async throws -> Void] = [
            { _ = try await $0.validate() }, { _ = try await $0.activate(key: key) },
            { _ = try await $0.deactivate() }, { _ = try await $0.fetchConfig() },
        ]
        for wish in wishes {
            let error = #expect(throws: KeylightError.self) {
                try bench.run(within: 60) { try await wish($0) }
            }
            guard case .storage? = error?.kind else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
        #expect(try bench.run(within: 60) { try await $0.refreshAfterUpgrade() } == false)
        try expectUntouched()
        try bench.advance(by: 3 * Seconds.day)
        try expectUntouched()
        try bench.run { await $0.prepareForTermination() }
        try bench.relaunch(after: 30 * Seconds.day)
        try bench.checkOnLaunch()
        try expectUntouched()
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-066: downgraded and upgraded again, the license is there", arguments: schemas)
    func bl066Downgrade(schema: Int) throws {
        let install = try GoldenInstall(schema: schema)
        let bench = install.bench
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.relaunch(after: Seconds.day)
        try bench.checkOnLaunch()
        try Self.expectLicensed(bench)
        let mine = try install.recordBytes
        try install.replaceRecord(with: GoldenInstall.bytes(ofSchema: 99))
        try bench.relaunch(after: Seconds.hour)
        try bench.checkOnLaunch()
        #expect(try bench.snapshot.reason == .newerSchema(99))
        #expect(try !bench.snapshot.isResolved)
        try install.replaceRecord(with: mine)
        try bench.relaunch(after: Seconds.hour)
        try Self.expectLicensed(bench)
        #expect(try install.recordBytes == mine)
        try bench.finish()
    }

    @Test("BL-066: what could not be read is looked at again by itself, each quarter of an hour")
    func bl066Alone() throws {
        let install = try GoldenInstall(schema: 1)
        let bench = install.bench
        let mine = try install.recordBytes
        try install.replaceRecord(with: GoldenInstall.bytes(ofSchema: 99))
        try bench.relaunch(after: Seconds.day)
        try install.replaceRecord(with: mine)
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: 15 * Seconds.minute - 1)
        #expect(try !bench.snapshot.isResolved)
        try bench.advance(by: 1)
        try Self.expectLicensed(bench)
        // The seat that is to be released is told of, in vain.
        try bench.advance(by: 60)
        try bench.finish()
    }

    @Test("BL-066: an app that runs while a newer one takes over goes on, and does not write over it")
    func bl066TakenOver() throws {
        let install = try GoldenInstall(schema: 1)
        let bench = install.bench
        try bench.relaunch(after: Seconds.day)
        let mine = try install.recordBytes
        let newer = GoldenInstall.bytes(ofSchema: 99)
        try install.replaceRecord(with: newer)
        let lease = try bench.lease(issuedAt: bench.now, signer: GoldenRecord.signer)
        bench.transport.enqueue(bench.released, try bench.valid(lease))
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.foreground()
        try bench.advance(by: Seconds.day)
        #expect(try bench.state == .licensed)
        #expect(try install.recordBytes == newer)
        guard case .failing = try bench.snapshot.persistence else {
            Issue.record("the app does not say that nothing is saved")
            return
        }
        // Taken back: what was learnt meanwhile is written.
        try install.replaceRecord(with: mine)
        try bench.advance(by: 15 * Seconds.minute)
        #expect(try install.record?.lease == lease)
        #expect(try bench.snapshot.persistence == .saved)
        try bench.finish()
    }

    // MARK: The files

    @Test("BL-066: there are golden files of each schema, and of no other")
    func goldenFolders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: GoldenInstall.folder.path)
            .filter { $0.hasPrefix("schema-") }
        #expect(
            Set(names) == Set(Self.schemas.map { "schema-\($0)" }),
            "a new schema needs files of its own, made once: see the README in Golden"
        )
        #expect(Set(Self.digests.keys) == Set(Self.schemas))
    }

    @Test("BL-066: the golden files are those that were made then", arguments: schemas)
    func goldenBytes(schema: Int) throws {
        let install = try GoldenInstall(schema: schema)
        #expect(try install.schema == schema)
        #expect(try install.record == GoldenRecord.record(schema: schema))
        let bytes = try GoldenInstall.fileNames.flatMap { try install.bytes($0) }
        #expect(try SHA256Hash.hexDigest(of: bytes) == Self.digests[schema])
    }

    /// Of both files in the order of their names, one after the other.
    private static let digests = [
        1: "952e97df6e09edcaffc0f4f8a16823f2e60123b516ffdb01d33f4d5c56836e1a",
        2: "1771dd9bd23073e221e790b19b0a6a90d22e2c69a1565b24e1697ad48319deae",
    ]

    private static func goldenBytes(_ schema: Int, _ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: GoldenInstall.folder.appendingPathComponent("schema-\(schema)/\(name)")))
    }

    private static let held = LicenseReason.leaseActive(until: start.adding(30 * Seconds.day))

    private static func expectLicensed(
        _ bench: LicenseBench,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let snapshot = try bench.snapshot
        #expect(snapshot.isResolved, sourceLocation: sourceLocation)
        #expect(snapshot.state == .licensed, sourceLocation: sourceLocation)
        #expect(snapshot.reason == held, sourceLocation: sourceLocation)
        #expect(snapshot.entitlements == ["pro", "sync/2"], sourceLocation: sourceLocation)
        #expect(snapshot.offlineUntil == start.adding(15 * Seconds.day + 1), sourceLocation: sourceLocation)
        #expect(snapshot.licenseEnd == .at(start.adding(365 * Seconds.day)), sourceLocation: sourceLocation)
        #expect(snapshot.lastValidated == start, sourceLocation: sourceLocation)
    }
}
