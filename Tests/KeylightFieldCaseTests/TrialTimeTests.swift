import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// Trials on machines whose clock is set back, was never set, or is wild.
@Suite("Trials and time")
struct TrialTimeTests {
    private static let days: Int64 = 14
    private static let start = LicenseBench.start

    private func makeBench(at wall: Timestamp? = nil) throws -> LicenseBench {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: Self.days))
        if let wall { try bench.simulation.setWall(wall) }
        try bench.launchProcess()
        try bench.checkOnLaunch()
        return bench
    }

    @Test(
        "Sessions under an hour, each with the clock set back, do not make a trial last for ever",
        arguments: [50 * 60, 16 * 60, 15 * 60] as [Int64]
    )
    func shortSessions(length: Int64) throws {
        let bench = try makeBench()
        var used: Int64 = 0
        var sessions: Int64 = 0
        while try bench.snapshot.isEntitled, used < 60 * Seconds.day {
            try bench.advance(by: length)
            used += length
            sessions += 1
            try bench.simulation.setWall(Self.start)
            try bench.relaunch()
            try bench.checkOnLaunch()
        }
        #expect(try bench.state == .expired)
        #expect(used >= Self.days * Seconds.day)
        #expect(used <= Self.days * Seconds.day + (sessions + 1) * LicensePolicy.standard.floorStep)
        try bench.finish()
    }

    @Test("With a clean end each time, sessions of a minute count to the second")
    func cleanSessions() throws {
        let bench = try makeBench()
        for _ in 0..<20 {
            try bench.advance(by: Seconds.minute)
            try bench.run { await $0.prepareForTermination() }
            try bench.simulation.setWall(Self.start)
            try bench.relaunch()
            try bench.checkOnLaunch()
        }
        #expect(try bench.record.trialRun == 20 * Seconds.minute)
        #expect(try bench.snapshot.offlineUntil == Self.start.adding(14 * Seconds.day - 20 * Seconds.minute))
        try bench.finish()
    }

    @Test("Setting the clock back while the app runs gains nothing")
    func setBackInside() throws {
        let bench = try makeBench()
        for _ in 0..<Self.days {
            #expect(try bench.snapshot.isEntitled)
            try bench.advance(by: Seconds.day)
            try bench.simulation.setWall(Self.start)
            try bench.run { await $0.post(.clockChanged) }
        }
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .clockRolledBack(seconds: 14 * Seconds.day))
        try bench.finish()
    }

    @Test("The end of a trial that is counted by its run comes in the second that offlineUntil names")
    func exactEnd() throws {
        let bench = try makeBench()
        try bench.advance(by: 30 * Seconds.minute)
        try bench.simulation.setWall(Self.start.adding(-Seconds.minute))
        try bench.run { await $0.post(.clockChanged) }
        let end = try #require(try bench.snapshot.offlineUntil)
        #expect(end == Self.start.adding(14 * Seconds.day - 31 * Seconds.minute))
        try bench.advance(by: 14 * Seconds.day - 30 * Seconds.minute - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("One boot with a wild clock, ten years ahead for less than an hour, takes nothing away")
    func wildClock() throws {
        let bench = try makeBench()
        try bench.advance(by: Seconds.day)
        try bench.simulation.moveWall(by: 3_650 * Seconds.day)
        try bench.reboot(after: 60)
        try bench.checkOnLaunch()
        #expect(try bench.state == .expired)
        try bench.advance(by: 59 * Seconds.minute)
        try bench.simulation.moveWall(by: -3_650 * Seconds.day)
        try bench.reboot(after: 60)
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 13))
        try bench.finish()
    }

    @Test("A trial that began in a wild future begins when the clock is right, less the time that it ran")
    func wildStart() throws {
        let bench = try makeBench(at: Self.start.adding(3_650 * Seconds.day))
        try bench.advance(by: 30 * Seconds.minute)
        try bench.simulation.setWall(Self.start)
        try bench.reboot()
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(
            try bench.snapshot.offlineUntil == Self.start.adding(14 * Seconds.day - 30 * Seconds.minute)
        )
        try bench.finish()
    }

    @Test("A machine whose clock was never set starts no trial in 1970, and none that lasts for ever")
    func unsetClock() throws {
        let bench = try makeBench(at: Timestamp(60))
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(try bench.record.trialStart == nil)
        try bench.advance(by: Seconds.day)
        #expect(try bench.state == .trial(daysLeft: 13))
        // The next boot has a clock: the day that it ran counts, the 56 years do not.
        try bench.simulation.setWall(Self.start)
        try bench.reboot()
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 13))
        #expect(try bench.record.trialStart == Self.start.adding(-Seconds.day))
        try bench.finish()
    }

    @Test("A clock that is never set ends a trial by the time that the app runs")
    func neverSet() throws {
        let bench = try makeBench(at: Timestamp(60))
        for _ in 0..<28 {
            #expect(try bench.snapshot.isEntitled)
            try bench.advance(by: Seconds.day / 2)
            try bench.simulation.setWall(Timestamp(60))
            try bench.reboot()
            try bench.checkOnLaunch()
        }
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("The time before a deactivation, under a license, does not count as trial")
    func licensedRun() throws {
        let bench = try LicenseBench.licensed(seed: ProductSeed(trialDurationDays: Self.days))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 5 * Seconds.day)
        bench.transport.enqueue(bench.released)
        try bench.run(within: 60) { _ = try await $0.deactivate() }
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.finish()
    }
}
