import Foundation
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// BL-049 over the store on files, which moves a damaged record aside and then has none.
@Suite("A damaged record, over the store on files")
struct CorruptRecordTests {
    /// A bench over real files, in which a license was activated and whose record was then damaged.
    private final class Damaged {
        let bench: LicenseBench
        private let directory: URL

        init(seed: ProductSeed = ProductSeed(), mirror: MirrorDouble? = nil) throws {
            directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("keylight-damaged-\(UUID().uuidString)")
            guard let tenant = ServiceIdentifier("testco"), let product = ServiceIdentifier("testapp") else {
                throw CocoaError(.fileReadUnknown)
            }
            let store = try SealedFileStore(directory: directory.path, tenant: tenant, product: product)
            bench = try LicenseBench(over: UnwatchedStore(base: store), seed: seed)
            bench.trialMirror = mirror
            try bench.launchProcess()
            bench.transport.enqueue(bench.activated(with: try bench.lease()))
            let key = bench.key.rawValue
            try bench.run { try await $0.activate(key: key) }
            bench.transport.forgetRequests()
            bench.endProcess()
            var bytes = try Data(contentsOf: record)
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: record)
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        private var record: URL { directory.appendingPathComponent("license.sealed") }

        var movedAside: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: directory.path)
                    .filter { $0.hasPrefix("license.corrupt-") }
            }
        }

        func removeRecord() throws { try FileManager.default.removeItem(at: record) }

        func activate() throws {
            bench.transport.enqueue(bench.activated(with: try bench.lease()))
            let key = bench.key.rawValue
            try bench.run { try await $0.activate(key: key) }
        }
    }

    @Test("the reason is there until a license is stored, through every look at the store")
    func reasonStays() throws {
        let damaged = try Damaged()
        let bench = damaged.bench
        try bench.relaunch()
        #expect(try bench.snapshot.reason == .recordCorrupt)
        try bench.checkOnLaunch()
        #expect(try damaged.movedAside.count == 1)
        #expect(try bench.snapshot.reason == .recordCorrupt)
        #expect(try bench.snapshot.isResolved)
        try bench.foreground()
        try bench.advance(by: Seconds.day)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .recordCorrupt)
        #expect(try bench.run { await $0.explain() }.storage == .recordWasCorrupt)
        #expect(bench.requestCount == 0)
        try damaged.activate()
        #expect(try bench.state == .licensed)
        #expect(try bench.run { await $0.explain() }.storage == .readable)
        bench.transport.enqueue(bench.released)
        try bench.run { try await $0.deactivate() }
        #expect(try bench.snapshot.reason == .notActivated)
        try bench.finish()
    }

    @Test("a trial that begins after it says why it begins, day after day")
    func trial() throws {
        let damaged = try Damaged(seed: ProductSeed(trialDurationDays: 3, freeTierEnabled: true))
        let bench = damaged.bench
        try bench.relaunch()
        try bench.checkOnLaunch()
        for daysLeft in [3, 2, 1] as [Int64] {
            #expect(try bench.state == .trial(daysLeft: daysLeft))
            #expect(try bench.snapshot.reason == .recordCorrupt)
            try bench.foreground()
            try bench.advance(by: Seconds.day)
        }
        #expect(try bench.state == .freeTier)
        #expect(try bench.snapshot.reason == .recordCorrupt)
        try bench.finish()
    }

    @Test("with a mirror the trial is the old one")
    func mirroredTrial() throws {
        let mirror = MirrorDouble(LicenseBench.start.adding(-2 * Seconds.day))
        let damaged = try Damaged(seed: ProductSeed(trialDurationDays: 3), mirror: mirror)
        let bench = damaged.bench
        try bench.relaunch()
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(try bench.snapshot.reason == .recordCorrupt)
        try bench.advance(by: Seconds.day)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("a record that vanishes after it changes nothing of that")
    func thenVanished() throws {
        let damaged = try Damaged(seed: ProductSeed(freeTierEnabled: true))
        let bench = damaged.bench
        try bench.relaunch()
        try bench.checkOnLaunch()
        try damaged.removeRecord()
        try bench.foreground()
        #expect(try bench.snapshot.reason == .recordCorrupt)
        try bench.finish()
    }

    @Test("a license that another process has stored since ends it")
    func activatedElsewhere() throws {
        let damaged = try Damaged()
        let bench = damaged.bench
        try bench.relaunch()
        try bench.checkOnLaunch()
        let other = bench.makeEngine(over: bench.store)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.simulation.run { _ = try await other.activate(key: key) }
        #expect(try bench.snapshot.reason == .recordCorrupt)
        try bench.foreground()
        #expect(try bench.state == .licensed)
        bench.transport.enqueue(bench.released)
        try bench.simulation.run { _ = try await other.deactivate() }
        try bench.foreground()
        #expect(try bench.snapshot.reason == .notActivated)
        bench.endProcess()
    }
}
