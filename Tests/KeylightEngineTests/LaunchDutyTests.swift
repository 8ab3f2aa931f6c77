import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What a launch owes when the store could not be read then: a login item before the first unlock.
@Suite("Launch with a store that is locked")
struct LaunchDutyTests {
    /// What tells the engine that it may look again.
    enum Way: CaseIterable {
        case foreground, woke, clockChanged, alarm, watch, user, secondLaunch
    }

    private func launched(
        record: LicenseRecord = LicenseRecord(),
        seed: ProductSeed = ProductSeed(trialDurationDays: 14)
    ) throws -> (LicenseBench, SharedMemoryStore) {
        let shared = SharedMemoryStore(InMemoryLeaseStore(record: record.isEmpty ? nil : record))
        let bench = try LicenseBench(over: shared.open(), seed: seed)
        bench.store.failLoads(with: .unavailable("interaction not allowed"))
        try bench.launchProcess()
        guard case .skipped(.storageUnavailable) = try bench.checkOnLaunch() else {
            Issue.record("something was done without a store")
            return (bench, shared)
        }
        #expect(bench.requestCount == 0)
        #expect(bench.store.counts.updates == 0)
        return (bench, shared)
    }

    private func licensedRecord() throws -> LicenseRecord {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        return try bench.record
    }

    private func unlock(_ bench: LicenseBench, _ shared: SharedMemoryStore, _ way: Way) throws {
        try bench.advance(by: 60)
        bench.store.recover()
        switch way {
        case .foreground: try bench.foreground()
        case .woke: try bench.run { await $0.post(.woke) }
        case .clockChanged: try bench.run { await $0.post(.clockChanged) }
        case .alarm: try bench.advance(by: 15 * Seconds.minute)
        case .watch:
            _ = try shared.open().update { $0.settings.freeTierEnabled = false }
            try bench.simulation.drain()
        case .user: _ = try? bench.run { try await $0.validate() }
        case .secondLaunch: try bench.checkOnLaunch()
        }
    }

    @Test("a license is checked once as soon as it can be read", arguments: Way.allCases)
    func license(_ way: Way) throws {
        let (bench, shared) = try launched(record: licensedRecord())
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try unlock(bench, shared, way)
        #expect(try bench.state == .licensed)
        #expect(bench.requestCount(to: "validate") == 1)
        try bench.foreground()
        try bench.advance(by: Seconds.hour)
        #expect(bench.requestCount(to: "validate") == 1)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("a trial's start is stamped as soon as it can be read", arguments: Way.allCases)
    func trial(_ way: Way) throws {
        let (bench, shared) = try launched()
        try unlock(bench, shared, way)
        guard case .record(let record) = shared.memory.load() else {
            Issue.record("nothing was stored")
            return
        }
        // The alarm looks once in a quarter of an hour, the others at once.
        let looked = way == .alarm ? LicenseBench.start.adding(15 * Seconds.minute) : bench.now
        #expect(record.trialStart == looked)
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(bench.requestCount == 0)
        try bench.finish()
    }

    @Test("an app that has not called yet owes nothing")
    func notLaunched() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        bench.store.failLoads(with: .unavailable("locked"))
        try bench.launchProcess()
        bench.store.recover()
        try bench.foreground()
        try bench.advance(by: Seconds.hour)
        #expect(try bench.record.trialStart == nil)
        try bench.finish()
    }

    @Test("a tool that checks only what is stale does so then, too")
    func ifStale() throws {
        let shared = SharedMemoryStore(InMemoryLeaseStore(record: try licensedRecord()))
        let bench = try LicenseBench(over: shared.open())
        bench.configuration.launchValidation = .ifStale
        bench.store.failLoads(with: .unavailable("locked"))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        bench.store.recover()
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(bench.requestCount == 0)
        try bench.finish()
    }

    @Test("while it stays locked, looking costs no request and writes nothing")
    func staysLocked() throws {
        let (bench, _) = try launched(record: licensedRecord())
        for _ in 0..<5 {
            try bench.foreground()
            try bench.advance(by: Seconds.hour)
        }
        #expect(bench.requestCount == 0)
        #expect(bench.store.counts.updates == 0)
        #expect(try !bench.snapshot.isResolved)
        try bench.finish()
    }
}
