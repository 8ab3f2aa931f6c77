import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Disks that do not do what they should.
@Suite("Trouble with the store")
struct StoreTroubleTests {
    @Test("a write that fails is shown, kept in memory, and made up for")
    func failingWrite() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.store.failUpdates(with: .writeFailed("No space left on device"))
        bench.transport.enqueue(try bench.valid(try bench.lease(entitlements: ["pro", "team"])))
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.entitlements == ["pro", "team"])
        #expect(try bench.snapshot.persistence == .failing("No space left on device"))
        #expect(try bench.record.lease?.entitlements == ["pro"])
        bench.store.recover()
        try bench.advance(by: 30)
        #expect(try bench.snapshot.persistence == .saved)
        #expect(try bench.record.lease?.entitlements == ["pro", "team"])
        try bench.relaunch()
        #expect(try bench.snapshot.entitlements == ["pro", "team"])
        try bench.finish()
    }

    @Test("a write that keeps failing is repeated by the ladder, not in a loop")
    func ladder() throws {
        let bench = try LicenseBench.licensed()
        bench.store.failUpdates(with: .writeFailed("Input/output error"))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 6 * Seconds.hour + 1)
        try bench.foreground()
        let before = bench.store.counts.updates
        try bench.advance(by: Seconds.hour)
        // 30 s, 1, 5 and 15 min, then every 15 min.
        #expect((4...8).contains(bench.store.counts.updates - before))
        #expect(try bench.state == .licensed)
        bench.store.recover()
        try bench.finish()
    }

    @Test("an activation that cannot be saved is active all the same, and says so")
    func activationNotSaved() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.store.failUpdates(with: .writeFailed("Read-only file system"))
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        let snapshot = try bench.run { try await $0.activate(key: key) }
        #expect(snapshot.state == .licensed)
        #expect(snapshot.persistence == .failing("Read-only file system"))
        bench.store.recover()
        try bench.advance(by: 30)
        #expect(try bench.record.activation?.licenseKey == bench.key)
        try bench.finish()
    }

    @Test("with a store that cannot be read nothing is activated and nothing given back")
    func unreadable() throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        bench.store.failLoads(with: .unavailable("owned by root"))
        try bench.relaunch()
        let key = bench.key.rawValue
        let activation = #expect(throws: KeylightError.self) {
            try bench.run { try await $0.activate(key: key) }
        }
        guard case .storage(let text)? = activation?.kind else {
            Issue.record("another error")
            return
        }
        #expect(text.contains("owned by root"))
        #expect(throws: KeylightError.self) { try bench.run { try await $0.deactivate() } }
        #expect(bench.requestCount == 0)
        #expect(try bench.record.activation != nil)
        bench.store.recover()
        try bench.finish()
    }

    @Test("a store that becomes unreadable takes nothing from a running app")
    func lockedLater() throws {
        let bench = try LicenseBench.licensed()
        bench.store.failLoads(with: .unavailable("locked"))
        try bench.advance(by: Seconds.hour)
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.isResolved)
        bench.store.recover()
        try bench.finish()
    }

    @Test("a read that fails once is shown and over with the next good one; reports go on")
    func readTroubleEnds() throws {
        let bench = try LicenseBench(seed: ProductSeed(freeTierEnabled: true))
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(.json(#"{"received":true}"#))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        #expect(bench.requestCount(to: "keyless") == 1)
        try bench.relaunch(after: Seconds.day)
        bench.store.failLoads(with: .unavailable("Input/output error"), times: 1)
        let updates = bench.store.counts.updates
        try bench.checkOnLaunch()
        #expect(try bench.snapshot.persistence == .failing("Input/output error"))
        #expect(try bench.state == .freeTier)
        try bench.foreground()
        #expect(try bench.snapshot.persistence == .saved)
        #expect(bench.store.counts.updates == updates)
        try bench.advance(by: LicensePolicy.standard.keylessHeartbeat)
        #expect(bench.requestCount(to: "keyless") == 2)
        try bench.finish()
    }

    @Test("a good read does not hide that the last write failed")
    func writeTroubleStays() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.store.failUpdates(with: .writeFailed("disk full"))
        bench.store.failLoads(with: .unavailable("Input/output error"), times: 1)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.foreground()
        try bench.foreground()
        #expect(try bench.snapshot.persistence == .failing("disk full"))
        bench.store.recover()
        try bench.advance(by: 30)
        #expect(try bench.snapshot.persistence == .saved)
        try bench.finish()
    }

    @Test("a record that vanishes is put back by the next look at it", arguments: [false, true])
    func vanished(hasUnsaved: Bool) throws {
        let bench = try LicenseBench.licensed()
        if hasUnsaved {
            // An answer that is not on disk when the record vanishes is put back with it.
            try bench.advance(by: 6 * Seconds.hour + 1)
            bench.store.failUpdates(with: .writeFailed("disk full"))
            bench.transport.enqueue(try bench.valid(try bench.lease(entitlements: ["new"])))
            try bench.foreground()
            bench.store.recover()
        }
        bench.memory.erase()
        try bench.foreground()
        if hasUnsaved { try bench.advance(by: 30) }
        #expect(try bench.record.activation?.licenseKey == bench.key)
        #expect(try bench.record.lease?.entitlements == (hasUnsaved ? ["new"] : ["pro"]))
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("a record of a newer schema is undetermined and stays untouched")
    func newerSchema() throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        bench.store.failLoads(with: .newerSchema(99))
        let writes = bench.store.counts.writes
        try bench.relaunch()
        #expect(try bench.snapshot.reason == .newerSchema(99))
        #expect(try bench.snapshot.isResolved == false)
        try bench.checkOnLaunch()
        try bench.advance(by: Seconds.day)
        #expect(bench.store.counts.writes == writes)
        #expect(bench.requestCount == 0)
        bench.store.recover()
        try bench.finish()
    }
}
