import Foundation
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Licenses whose file is thrown away, with a mirror beside it.
@Suite("A license whose record is mirrored")
struct MirroredRecordTests {
    /// A sealed file that tells of no changes: their notices would come on a thread of the system's.
    private struct File: LeaseStore {
        let base: SealedFileStore

        init(_ directory: String) throws {
            base = try SealedFileStore(
                directory: directory,
                tenant: #require(ServiceIdentifier("testco")),
                product: #require(ServiceIdentifier("testapp"))
            )
        }

        func load() throws -> StoredRecord { try base.load() }
        func peek() throws -> StoredRecord { try base.peek() }
        func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
            try base.update(change)
        }
        func erase() throws { try base.erase() }
        func place(preparing: Bool) -> String? { base.place(preparing: preparing) }
        func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }
    }

    private let directory =
        FileManager.default.temporaryDirectory.path + "/keylight-mirror-\(UUID().uuidString)"
    private let mirrorMemory = InMemoryLeaseStore()
    private let mirror: FailingStore
    private let bench: LicenseBench

    init() throws {
        mirror = FailingStore(wrapping: mirrorMemory)
        bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        bench.configuration.machineHash = "a"
        bench.transport.fallback = .reply(.failure(.notConnected))
    }

    /// A new process over the file and its mirror.
    private func launch(machine: String = "a", disk: String = "") throws -> LicenseEngine {
        bench.makeEngine(over: MirroringLeaseStore(try File(directory + disk), mirror: mirror)) {
            $0.machineHash = machine
        }
    }

    private func activate() throws {
        let engine = try launch()
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.simulation.run { try await engine.activate(key: key) }
        #expect(engine.snapshot.state == .licensed)
        bench.transport.forgetRequests()
    }

    private func deleteFile() throws {
        try FileManager.default.removeItem(atPath: directory + "/license.sealed")
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: directory) }

    @Test("BL-052: with its file deleted it is licensed at the next launch, offline, and the file is back")
    func bl052() throws {
        defer { cleanUp() }
        try activate()
        try deleteFile()
        let engine = try launch()
        #expect(engine.snapshot.state == .licensed)
        #expect(engine.snapshot.entitlements == ["pro"])
        #expect(bench.requestCount == 0)
        guard case .record(let record) = try File(directory).load() else {
            Issue.record("not restored")
            return
        }
        #expect(record == mirrorMemory.record)
        // The directory and the secret with it, too.
        cleanUp()
        #expect(try launch().snapshot.state == .licensed)
    }

    @Test("BL-049: with its file damaged it is licensed")
    func bl049() throws {
        defer { cleanUp() }
        try activate()
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory + "/license.sealed"))
        #expect(try launch().snapshot.state == .licensed)
        #expect(FileManager.default.fileExists(atPath: directory + "/license.corrupt-1"))
    }

    @Test("BL-052: on another machine what the mirror holds is a copy: its key is offered, its seat not used")
    func bl052Moved() throws {
        defer { cleanUp() }
        try activate()
        // The first machine's files stay: the file system may give the numbers of deleted ones to new ones.
        let engine = try launch(machine: "b", disk: "/b")
        #expect(engine.snapshot.reason == .movedDevice)
        #expect(engine.snapshot.entitlements.isEmpty)
        let key = bench.key
        try bench.simulation.run {
            #expect(await engine.keyForReactivation() == key)
            guard case .skipped(.movedDevice) = try await engine.checkOnLaunch() else {
                Issue.record("not held back")
                return
            }
        }
        #expect(bench.requestCount == 0)
    }

    @Test("a license that was given back does not come out of the mirror, and its release is not forgotten")
    func deactivated() throws {
        defer { cleanUp() }
        try activate()
        let engine = try launch()
        try bench.simulation.run(within: .seconds(60)) { _ = try await engine.deactivate() }
        #expect(mirrorMemory.record?.activation == nil)
        #expect(mirrorMemory.record?.pendingReleases.count == 1)
        guard case .record(let record) = try File(directory).load() else {
            Issue.record("no record")
            return
        }
        #expect(record.activation == nil)
        try deleteFile()
        let next = try launch()
        #expect(next.snapshot.state == .trial(daysLeft: 14))
        #expect(!next.snapshot.hasLicenseKey)
        #expect(mirrorMemory.record?.pendingReleases == record.pendingReleases)
    }

    @Test("a license that was denied stays so with its file deleted")
    func denied() throws {
        defer { cleanUp() }
        try activate()
        let engine = try launch()
        bench.transport.enqueue(bench.denied)
        try bench.advance(by: Seconds.hour)
        try bench.simulation.run(within: .seconds(60)) { _ = try await engine.validate() }
        #expect(engine.snapshot.state == .invalid)
        try deleteFile()
        #expect(try launch().snapshot.state == .invalid)
    }

    @Test("BL-046: a locked mirror beside a deleted file starts no trial, and asks for no key")
    func bl046() throws {
        defer { cleanUp() }
        try activate()
        try deleteFile()
        mirror.failLoads(with: .unavailable("locked"))
        let engine = try launch()
        #expect(!engine.snapshot.isResolved)
        try bench.simulation.run(within: .seconds(60)) { _ = try await engine.checkOnLaunch() }
        #expect(!FileManager.default.fileExists(atPath: directory + "/license.sealed"))
        #expect(bench.requestCount == 0)
        mirror.recover()
        try bench.advance(by: 15 * Seconds.minute)
        #expect(engine.snapshot.state == .licensed)
    }

    @Test("a trial does not begin anew with its file deleted")
    func trial() throws {
        defer { cleanUp() }
        let engine = try launch()
        try bench.simulation.run(within: .seconds(60)) { _ = try await engine.checkOnLaunch() }
        #expect(mirrorMemory.record?.trialStart == LicenseBench.start)
        try deleteFile()
        try bench.advance(by: 5 * Seconds.day)
        let next = try launch()
        try bench.simulation.run(within: .seconds(60)) { _ = try await next.checkOnLaunch() }
        #expect(next.snapshot.state == .trial(daysLeft: 9))
    }

    @Test("a running app whose file is deleted loses nothing, whatever it writes next")
    func deletedWhileRunning() throws {
        defer { cleanUp() }
        try activate()
        let engine = try launch()
        try deleteFile()
        try bench.advance(by: 3 * Seconds.hour)
        #expect(engine.snapshot.state == .licensed)
        #expect(try launch().snapshot.state == .licensed)
    }
}
