import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@Suite("The life of a trial")
struct TrialLifeTests {
    private static let start = LicenseBench.start
    private static let day = Seconds.day

    private func bench(
        _ days: Int64? = 14,
        freeTier: Bool? = nil,
        mirror: MirrorDouble? = nil,
        record: LicenseRecord = LicenseRecord()
    ) throws -> LicenseBench {
        let bench = try LicenseBench(
            record: record,
            seed: ProductSeed(trialDurationDays: days, freeTierEnabled: freeTier)
        )
        bench.trialMirror = mirror
        try bench.launchProcess()
        return bench
    }

    @Test("the start is stamped once and moved by nothing")
    func stampedOnce() throws {
        let bench = try bench()
        try bench.checkOnLaunch()
        #expect(try bench.record.trialStart == Self.start)
        for _ in 1...3 {
            try bench.relaunch(after: Self.day)
            try bench.checkOnLaunch()
            #expect(try bench.record.trialStart == Self.start)
        }
        #expect(try bench.state == .trial(daysLeft: 11))
        try bench.finish()
    }

    @Test("it is stamped also when there is no trial, so that one that is offered later has begun already")
    func stampedWithoutTrial() throws {
        let bench = try bench(0)
        try bench.checkOnLaunch()
        #expect(try bench.record.trialStart == Self.start)
        bench.transport.enqueue(.json(#"{"trial_duration_days":5}"#))
        try bench.advance(by: 2 * Self.day)
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.state == .trial(daysLeft: 3))
        try bench.finish()
    }

    @Test("an elapsed trial goes over into the free tier, and back when the vendor prolongs it")
    func elapsed() throws {
        let bench = try bench(freeTier: true)
        try bench.checkOnLaunch()
        try bench.advance(by: 14 * Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(try bench.snapshot.isEntitled)
        try bench.advance(by: 1)
        #expect(try bench.state == .freeTier)
        #expect(try !bench.snapshot.isEntitled)
        bench.transport.enqueue(.json(#"{"trial_duration_days":20}"#))
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.state == .trial(daysLeft: 6))
        try bench.finish()
    }

    @Test("giving a license back returns to what is left of the trial", arguments: [0, 13, 14] as [Int64])
    func deactivation(afterDays days: Int64) throws {
        let bench = try bench(freeTier: true)
        try bench.checkOnLaunch()
        bench.transport.enqueue(
            bench.activated(with: try bench.lease(expiresAt: Self.start.adding(60 * Self.day)))
        )
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: days * Self.day)
        try bench.run(within: 60) { try await $0.deactivate() }
        #expect(try bench.state == (days < 14 ? .trial(daysLeft: 14 - days) : .freeTier))
        #expect(try bench.record.trialStart == Self.start)
        #expect(bench.announced.events.allSatisfy { if case .expired = $0 { false } else { true } })
        try bench.finish()
    }

    @Test("a mirror makes up for a record that was thrown away, in the first snapshot already")
    func mirror() throws {
        let mirror = MirrorDouble()
        let bench = try bench(mirror: mirror)
        try bench.checkOnLaunch()
        #expect(mirror.start == Self.start)
        bench.endProcess()
        bench.memory.erase()
        try bench.relaunch(after: 5 * Self.day)
        #expect(try bench.state == .trial(daysLeft: 9))
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 9))
        #expect(try bench.record.trialStart == Self.start)
        #expect(mirror.writes == 1)
        try bench.finish()
    }

    @Test("of two starts the earliest wins, wherever it is", arguments: [-3, 3] as [Int64])
    func earliestWins(mirroredDay: Int64) throws {
        var record = LicenseRecord()
        record.trialStart = Self.start.adding(-Self.day)
        let mirrored = Self.start.adding(mirroredDay * Self.day)
        let mirror = MirrorDouble(mirrored)
        let bench = try bench(mirror: mirror, record: record)
        try bench.checkOnLaunch()
        let earliest = min(Self.start.adding(-Self.day), mirrored)
        #expect(try bench.record.trialStart == earliest)
        #expect(mirror.start == earliest)
        try bench.finish()
    }

    @Test("a mirror that fails stops nothing and is said once a launch")
    func failingMirror() throws {
        let mirror = MirrorDouble()
        mirror.isFailing = true
        let bench = try bench(mirror: mirror)
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(try bench.record.trialStart == Self.start)
        #expect(bench.log.events.filter { $0.message.contains("mirrored") }.count == 1)
        mirror.isFailing = false
        try bench.relaunch(after: Self.day)
        try bench.checkOnLaunch()
        #expect(mirror.start == Self.start)
        try bench.finish()
    }

    @Test("a mirror is not read again and again")
    func mirrorReads() throws {
        let mirror = MirrorDouble()
        let bench = try bench(mirror: mirror)
        try bench.checkOnLaunch()
        let reads = mirror.reads
        for _ in 1...20 { try bench.foreground() }
        try bench.advance(by: Self.day)
        #expect(mirror.reads == reads)
        try bench.finish()
    }

    @Test("an unreadable store starts no trial, with a mirror neither")
    func unreadableStore() throws {
        let mirror = MirrorDouble()
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        bench.trialMirror = mirror
        bench.store.failLoads(with: .unavailable("locked"))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        #expect(try !bench.snapshot.isResolved)
        #expect(mirror.writes == 0)
        bench.store.recover()
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(mirror.writes == 1)
        try bench.finish()
    }
}
