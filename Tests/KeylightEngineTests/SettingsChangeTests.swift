import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Product settings that change while the app runs: whatever depends on them is planned anew at once.
@Suite("Product settings that change while the app runs")
struct SettingsChangeTests {
    private static let start = LicenseBench.start
    private static let day = Seconds.day

    private func bench(freeTier: Bool? = nil, keyless: Bool = false) throws -> LicenseBench {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14, freeTierEnabled: freeTier))
        bench.configuration.sendsKeylessReports = keyless
        try bench.launchProcess()
        try bench.checkOnLaunch()
        return bench
    }

    /// Has the app fetch settings that the vendor has just changed.
    private func fetch(_ bench: LicenseBench, _ json: String) throws {
        bench.transport.enqueue(.json(json))
        try bench.run { _ = try await $0.fetchConfig() }
    }

    /// In how many seconds the engine wakes up by itself; nil when it does not.
    private func wait(_ bench: LicenseBench) -> Int64? {
        let clock = bench.simulation.clock
        return clock.nextDeadline.map { $0.seconds(since: clock.now().continuous) }
    }

    @Test("a trial that is made shorter ends in the second of its new end, with nobody calling")
    func shortened() throws {
        let bench = try bench()
        try bench.advance(by: 5 * Self.day - 100)
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(14 * Self.day))
        // Trials last whole days, so the wake-up for the next day becomes the one for the end.
        #expect(wait(bench) == 100)
        try fetch(bench, #"{"trial_duration_days":5}"#)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(5 * Self.day))
        #expect(wait(bench) == 100)
        try bench.advance(by: 99)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .trialEnded)
        #expect(bench.announced.events == [.expired(from: .trial(daysLeft: 1), to: .expired)])
        // There is nothing left to wake up for.
        #expect(wait(bench) == nil)
        try bench.finish()
    }

    @Test(
        "one that was over by its new length is over at once; one with a second left is not",
        arguments: [-1, 0, 1] as [Int64]
    )
    func shortenedIntoThePast(offset: Int64) throws {
        let bench = try bench()
        try bench.advance(by: 5 * Self.day + offset)
        try fetch(bench, #"{"trial_duration_days":5}"#)
        #expect(try bench.state == (offset < 0 ? .trial(daysLeft: 1) : .expired))
        #expect(wait(bench) == (offset < 0 ? 1 : nil))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test(
        "a trial that is made longer, a second before its end, goes on and ends in the second of its new end"
    )
    func prolonged() throws {
        let bench = try bench()
        try bench.advance(by: 14 * Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(wait(bench) == 1)
        try fetch(bench, #"{"trial_duration_days":20}"#)
        #expect(try bench.state == .trial(daysLeft: 7))
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(20 * Self.day))
        try bench.advance(by: 1)
        #expect(try bench.state == .trial(daysLeft: 6))
        try bench.advance(by: 6 * Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(wait(bench) == 1)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(bench.announced.events == [.expired(from: .trial(daysLeft: 1), to: .expired)])
        try bench.finish()
    }

    @Test("one that is over and made longer runs again, wakes up at its new end and writes its run as before")
    func revived() throws {
        let bench = try bench()
        try bench.advance(by: 15 * Self.day)
        #expect(try bench.state == .expired)
        #expect(wait(bench) == nil)
        try fetch(bench, #"{"trial_duration_days":16}"#)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(wait(bench).map { $0 <= 15 * Seconds.minute } == true)
        try bench.advance(by: Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(wait(bench) == nil)
        try bench.finish()
    }

    @Test("the vendor changes his mind twice: what counts is the last word")
    func thereAndBack() throws {
        let bench = try bench()
        try bench.advance(by: 5 * Self.day - 100)
        try fetch(bench, #"{"trial_duration_days":5}"#)
        #expect(wait(bench) == 100)
        try fetch(bench, #"{"trial_duration_days":14}"#)
        // The floor and the run are noted next; the end of the fifth day is a change of the days left.
        try bench.advance(by: 100)
        #expect(try bench.state == .trial(daysLeft: 9))
        try bench.advance(by: 9 * Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test(
        "where only the count of the app's run ends the trial, it goes by the new length as well",
        arguments: [1, 2, 20] as [Int64]
    )
    func countedRun(days: Int64) throws {
        let bench = try bench()
        // Sessions under an hour, each with the clock set back to the first second: it proves nothing.
        for _ in 1...20 {
            try bench.advance(by: 50 * Seconds.minute)
            try bench.run { await $0.prepareForTermination() }
            try bench.simulation.setWall(Self.start)
            try bench.relaunch()
            try bench.checkOnLaunch()
        }
        let ran: Int64 = 1_000 * Seconds.minute
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(14 * Self.day - ran))
        try fetch(bench, #"{"trial_duration_days":\#(days)}"#)
        let left = days * Self.day - ran
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(left))
        try bench.advance(by: left - 1)
        #expect(try bench.snapshot.isEntitled)
        #expect(wait(bench) == 1)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("a free tier that is switched on catches the trial's end, and one that is switched off lets go")
    func freeTier() throws {
        let bench = try bench()
        try bench.advance(by: 14 * Self.day - 1)
        try fetch(bench, #"{"free_tier_enabled":true}"#)
        #expect(try bench.state == .trial(daysLeft: 1))
        #expect(wait(bench) == 1)
        try bench.advance(by: 1)
        #expect(try bench.state == .freeTier)
        try fetch(bench, #"{"free_tier_enabled":false}"#)
        #expect(try bench.state == .expired)
        try fetch(bench, #"{"free_tier_enabled":true}"#)
        #expect(try bench.state == .freeTier)
        try fetch(bench, #"{"free_tier_enabled":true,"trial_duration_days":15}"#)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .freeTier)
        try bench.finish()
    }

    @Test(
        "settings that ride along on a report without a license move the end as well",
        arguments: [2, 20] as [Int64]
    )
    func onAReport(days: Int64) throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(.json(#"{"ok":true,"trial_duration_days":\#(days)}"#))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(days * Self.day))
        try bench.advance(by: days * Self.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test("a license is not touched by them, and what comes after it is", arguments: [2, 20] as [Int64])
    func underALicense(days: Int64) throws {
        let bench = try bench()
        bench.transport.enqueue(
            bench.activated(with: try bench.lease(expiresAt: Self.start.adding(60 * Self.day)))
        )
        let key = bench.key.rawValue
        try bench.run { _ = try await $0.activate(key: key) }
        try bench.advance(by: 5 * Self.day)
        let before = try bench.snapshot
        try fetch(bench, #"{"trial_duration_days":\#(days)}"#)
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.offlineUntil == before.offlineUntil)
        #expect(try bench.snapshot.nextCheck == before.nextCheck)
        bench.transport.enqueue(bench.released)
        try bench.run { _ = try await $0.deactivate() }
        #expect(try bench.state == (days == 2 ? .expired : .trial(daysLeft: 15)))
        try bench.finish()
    }

    @Test(
        "a second process on the store plans anew as well: at once where the store tells, else when it looks",
        arguments: [true, false],
        [5, 20] as [Int64]
    )
    func secondProcess(isWatchable: Bool, days: Int64) throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        let store = SharedMemoryStore(bench.memory)
        let app = bench.makeEngine(over: store.open())
        let announced = Announcements()
        try bench.simulation.run { _ = try await app.checkOnLaunch() }
        let other = bench.makeEngine(over: store.open(isWatchable: isWatchable))
        let observation = other.observe(announced.observer)
        try bench.simulation.drain()
        try bench.advance(by: 5 * Self.day - 100)
        #expect(other.snapshot.offlineUntil == Self.start.adding(14 * Self.day))
        bench.transport.enqueue(.json(#"{"trial_duration_days":\#(days)}"#))
        try bench.simulation.run { _ = try await app.fetchConfig() }
        let end = Self.start.adding(days * Self.day)
        #expect(app.snapshot.offlineUntil == end)
        #expect((other.snapshot.offlineUntil == end) == isWatchable)
        // One that is told of nothing looks at its next wake-up: here the end of the fifth day.
        try bench.advance(to: Self.start.adding(5 * Self.day - 1))
        #expect(other.snapshot.isEntitled)
        try bench.advance(to: Self.start.adding(5 * Self.day))
        #expect(other.snapshot.offlineUntil == (days == 5 ? nil : end))
        try bench.advance(to: end.adding(-1))
        #expect(app.snapshot.isEntitled == (days == 20))
        #expect(other.snapshot.isEntitled == (days == 20))
        try bench.advance(to: end)
        #expect(app.snapshot.state == .expired)
        #expect(other.snapshot.state == .expired)
        // To the one that was told of nothing, ten days were left until it looked.
        let left: Int64 = !isWatchable && days == 5 ? 10 : 1
        #expect(announced.events == [.expired(from: .trial(daysLeft: left), to: .expired)])
        #expect(bench.requestCount == 1)
        withExtendedLifetime(observation) {}
        try bench.simulation.shutDown()
    }

    @Test("what was set is still set after a relaunch, to the second", arguments: [-1, 0] as [Int64])
    func relaunched(offset: Int64) throws {
        let bench = try bench()
        try fetch(bench, #"{"trial_duration_days":5}"#)
        try bench.relaunch(after: 5 * Self.day + offset)
        #expect(try bench.state == (offset < 0 ? .trial(daysLeft: 1) : .expired))
        try bench.finish()
    }
}
