import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Sleep, wake-ups, and clocks that were set.
@Suite("Field cases: sleep and clocks")
struct TimeTests {
    private static let week = LicenseBench.week
    private static let start = LicenseBench.start

    @Test("BL-029: a daemon that slept five days refreshes an hour before the end all the same")
    func bl029Daemon() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.day)
        try bench.simulation.suspend(for: 5 * Seconds.day)
        try bench.advance(by: 22 * Seconds.hour + 59 * Seconds.minute)
        // What was due in sleep or right after it does not count here.
        let before = bench.requestCount
        let planned = try #require(try bench.snapshot.nextCheck)
        #expect(planned == Self.start.adding(Self.week - Seconds.hour) || before > 0)
        try bench.advance(by: 2 * Seconds.minute)
        #expect(bench.requestCount >= 1)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-029: without any wake-up the request comes at the planned second")
    func bl029Exact() throws {
        var policy = LicensePolicy.exact
        policy.wakeLateness = .max
        let bench = try LicenseBench.licensed(policy: policy)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.day)
        try bench.simulation.suspend(for: 5 * Seconds.day)
        try bench.advance(by: 23 * Seconds.hour - 1)
        #expect(bench.requestCount == 0)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("BL-029: an app that was asleep at the planned time asks within five seconds of the wake-up")
    func bl029App() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 6 * Seconds.day)
        try bench.simulation.suspend(for: 23 * Seconds.hour + 30 * Seconds.minute)
        try bench.run { await $0.post(.woke) }
        try bench.advance(by: 5)
        #expect(bench.requestCount == 1)
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-030: with every timer forty minutes late the refresh still comes before the end, and once")
    func bl030() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        bench.simulation.wakeDelay = .seconds(40 * 60)
        try bench.advance(by: Self.week - Seconds.hour)
        bench.transport.forgetRequests()
        try bench.advance(by: Seconds.hour)
        #expect(bench.requestCount <= 1)
        #expect(try bench.state == .licensed)
        #expect(try bench.record.lease?.issuedAt ?? Self.start > Self.start)
        #expect(bench.announced.events.isEmpty)
        bench.simulation.wakeDelay = .zero
        try bench.finish()
    }

    @Test("BL-031: requests that fail right after a wake-up are repeated soon")
    func bl031() throws {
        let bench = try LicenseBench.licensed()
        bench.configuration.retryPolicy = RetryPolicy(maximumAttempts: 1)
        try bench.relaunch()
        try bench.advance(by: 6 * Seconds.day + 20 * Seconds.hour)
        bench.transport.enqueue(.failure(.cannotConnect), .failure(.connectionLost))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        bench.transport.forgetRequests()
        try bench.simulation.suspend(for: 3 * Seconds.hour + 30 * Seconds.minute)
        try bench.run { await $0.post(.woke) }
        #expect(bench.requestCount == 1)
        try bench.advance(by: 5)
        #expect(bench.requestCount == 2)
        try bench.advance(by: 10)
        #expect(bench.requestCount == 3)
        #expect(try bench.record.lease?.issuedAt ?? Self.start > Self.start.adding(6 * Seconds.day))
        #expect(bench.announced.events.isEmpty)
        #expect(bench.announced.snapshots.allSatisfy { $0.state == .licensed })
        try bench.finish()
    }

    @Test(
        "BL-031: after sleeping over the end the state changes at once, and the event waits for one attempt"
    )
    func bl031Event() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.hold)
        try bench.advance(by: 6 * Seconds.day)
        try bench.simulation.suspend(for: 2 * Seconds.day)
        #expect(try bench.state == .expired)
        #expect(bench.announced.events.isEmpty)
        try bench.advance(by: 10)
        #expect(bench.announced.events.isEmpty)
        // The server answers: the user is told nothing at all.
        try bench.transport.release(try bench.valid())
        try bench.simulation.drain()
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test("BL-031: the event waits no longer than thirty seconds", arguments: [29, 30, 31] as [Int64])
    func bl031Patience(seconds: Int64) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.hold)
        bench.configuration.retryPolicy = RetryPolicy(attemptTimeout: 120_000)
        try bench.relaunch()
        try bench.advance(by: 6 * Seconds.day)
        try bench.simulation.suspend(for: 2 * Seconds.day)
        try bench.advance(by: seconds)
        let expected: [LicenseEvent] = seconds < 30 ? [] : [.expired(from: .licensed, to: .expired)]
        #expect(bench.announced.events == expected)
        _ = bench.transport.releaseAll(with: .failure(.timedOut))
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test("BL-032: a clock that was set back is told of, asked about at once, and believed again when right")
    func bl032() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.day)
        try bench.foreground()
        let before = bench.requestCount
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.simulation.moveWall(by: -2 * Seconds.hour)
        try bench.foreground()
        // Though the debounce was not over; and once only.
        #expect(bench.requestCount > before)
        #expect(try bench.snapshot.reason == .clockRolledBack(seconds: 2 * Seconds.hour))
        #expect(try bench.state == .licensed)
        let once = bench.requestCount
        try bench.foreground()
        #expect(bench.requestCount == once)
        // Offline, and set right again: healed without any request.
        try bench.simulation.moveWall(by: 2 * Seconds.hour)
        try bench.run { await $0.post(.clockChanged) }
        #expect(try bench.snapshot.reason == .leaseActive(until: try #require(bench.record.lease).expiresAt))
        try bench.finish()
    }

    @Test("BL-032: a fresh signed answer re-anchors downward")
    func bl032Answer() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Seconds.day)
        try bench.simulation.moveWall(by: -2 * Seconds.hour)
        // The server's clock says what the user's says now: it was the past day that was wrong.
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.foreground()
        let lease = try #require(try bench.record.lease)
        #expect(lease.issuedAt == Self.start.adding(22 * Seconds.hour))
        #expect(try bench.snapshot.reason == .leaseActive(until: lease.expiresAt))
        #expect(try bench.record.timeFloor == lease.issuedAt)
        try bench.finish()
    }

    @Test(
        "BL-032: up to an hour is drift",
        arguments: [(3_599, false), (3_600, false), (3_601, true)] as [(Int64, Bool)]
    )
    func bl032Drift(seconds: Int64, isRollback: Bool) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: 2 * Seconds.hour)
        try bench.simulation.moveWall(by: -seconds)
        try bench.foreground()
        let reason = try bench.snapshot.reason
        #expect((reason == .clockRolledBack(seconds: seconds)) == isRollback)
        #expect((bench.requestCount > 0) == isRollback)
        try bench.finish()
    }

    @Test("BL-032: an app that wants it has a rollback deny, until the clock is right")
    func bl032Deny() throws {
        var policy = LicensePolicy.exact
        policy.clockRollbackResponse = .deny
        let bench = try LicenseBench.licensed(policy: policy)
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: Seconds.day)
        try bench.simulation.moveWall(by: -2 * Seconds.hour)
        try bench.foreground()
        #expect(try bench.state == .invalid)
        #expect(try bench.snapshot.entitlements.isEmpty)
        try bench.simulation.moveWall(by: 2 * Seconds.hour)
        try bench.run { await $0.post(.clockChanged) }
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("BL-033: setting the clock back does not prolong a license")
    func bl033() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: 6 * Seconds.day)
        try bench.simulation.moveWall(by: -5 * Seconds.day)
        try bench.advance(by: Seconds.day + 300)
        #expect(try bench.state == .licensed)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("BL-034: quitting and setting the clock back again and again gains the write step at most")
    func bl034() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        var licensedTime: Int64 = 0
        for run in 1...10 {
            for _ in 0..<(20 * 4) {
                if try bench.state == .licensed { licensedTime += 15 * Seconds.minute }
                try bench.advance(by: 15 * Seconds.minute)
            }
            bench.endProcess()
            try bench.simulation.setWall(Self.start.adding(Seconds.hour))
            try bench.relaunch()
            if run < 9, try bench.state == .licensed {
                guard case .clockRolledBack = try bench.snapshot.reason else {
                    Issue.record("run \(run + 1) does not report the rollback")
                    return
                }
            }
        }
        #expect(try bench.state == .expired)
        #expect(licensedTime <= Self.week + 10 * Seconds.hour + 300)
        #expect(licensedTime >= Self.week - Seconds.hour)
        try bench.finish()
    }

    @Test("BL-035: a clock that was once ten years ahead ends nothing for good")
    func bl035() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.simulation.moveWall(by: 3_650 * Seconds.day)
        try bench.relaunch()
        try bench.checkOnLaunch()
        // It lasts, so it is written as the floor.
        try bench.advance(by: 2 * Seconds.hour)
        #expect(try bench.record.timeFloor ?? Self.start > Self.start.adding(3_000 * Seconds.day))
        try bench.simulation.moveWall(by: -3_650 * Seconds.day)
        try bench.relaunch()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        #expect(try bench.record.timeFloor == bench.record.lease?.issuedAt)
        try bench.finish()
    }

    @Test("BL-035: a left-over anchor accuses nobody")
    func bl035Leftover() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(bench.released)
        try bench.run { try await $0.deactivate() }
        try bench.advance(by: 40 * Seconds.day)
        try bench.simulation.moveWall(by: -2 * Seconds.hour)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.reason == .leaseActive(until: bench.now.adding(Self.week)))
        try bench.finish()
    }

    @Test("BL-037: a month in a closed laptop is no manipulation")
    func bl037() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.hold)
        try bench.simulation.suspend(for: 31 * Seconds.day)
        #expect(try bench.snapshot.reason == .offlineLeaseEnded(at: Self.start.adding(Self.week)))
        try bench.run { await $0.post(.woke) }
        bench.transport.fallback = .reply(bench.validWhenAsked())
        _ = bench.transport.releaseAll(with: bench.validWhenAsked())
        try bench.simulation.drain()
        #expect(try bench.state == .licensed)
        #expect(
            bench.announced.snapshots.allSatisfy {
                if case .clockRolledBack = $0.reason { false } else { true }
            }
        )
        try bench.finish()
    }

    @Test("BL-038: the first snapshot of a trial is right, and its days are rounded up")
    func bl038() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        try bench.launchProcess()
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.checkOnLaunch()
        #expect(try bench.state == .trial(daysLeft: 14))
        #expect(bench.requestCount == 0)
        try bench.advance(by: 14 * Seconds.day - 1)
        #expect(try bench.state == .trial(daysLeft: 1))
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        #expect(try bench.snapshot.reason == .trialEnded)
        try bench.finish()
    }

    @Test("BL-038: a trial of no days is a free tier in the first snapshot")
    func bl038NoDays() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 0, freeTierEnabled: true))
        try bench.launchProcess()
        #expect(try bench.state == .freeTier)
        try bench.checkOnLaunch()
        #expect(try bench.state == .freeTier)
        #expect(try bench.record.trialStart == Self.start)
        try bench.finish()
    }

    @Test("BL-008: a network that comes up is followed by one request")
    func bl008() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 2 * Seconds.day)
        bench.transport.fallback = .reply(.failure(.notConnected))
        bench.configuration.retryPolicy = RetryPolicy(maximumAttempts: 1)
        try bench.reboot(after: 60)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.run { await $0.post(.networkChanged) }
        try bench.advance(by: 10)
        #expect(bench.requestCount == 2)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }
}
