import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What the random laptops of `keylight-laptops` found, told as single stories and to the second.
///
/// The server goes by the true time in all of them, and only the user's clock is wrong.
@Suite("Clocks that are wrong")
struct WrongClockTests {
    private static let start = LicenseBench.start
    private static let cap = 15 * Seconds.day
    /// How far ahead a clock may be after an answer: the cap, less the two hours in which the next check must come.
    private static let trustedLead = cap - 2 * Seconds.hour

    /// A license that was activated at T0 with a lease of sixty days, so that the cap is what ends it.
    private func capped(policy: LicensePolicy = .exact) throws -> LicenseBench {
        let bench = try LicenseBench.licensed(policy: policy, leaseLength: 60 * Seconds.day)
        bench.transport.fallback = .reply(bench.validByTrueTime(leaseLength: 60 * Seconds.day))
        return bench
    }

    private func explain(_ bench: LicenseBench) throws -> LicenseExplanation {
        try bench.run { await $0.explain() }
    }

    // MARK: Ahead, and the offline cap

    @Test(
        "a clock that is ahead by the cap or more never shows the cap as reached right after an answer",
        arguments: [
            trustedLead - 1, trustedLead, trustedLead + 1, cap - 1, cap, cap + 1, 3_650 * Seconds.day,
        ]
    )
    func aheadByTheCap(ahead: Int64) throws {
        let bench = try capped()
        try bench.advance(by: Seconds.hour)
        try bench.simulation.moveWall(by: ahead)
        let answered = bench.simulation.clock.trueTime
        try bench.run(within: 60) { _ = try await $0.validate() }
        #expect(try bench.state == .licensed)
        #expect(try bench.record.lastValidated == answered)
        #expect(try bench.snapshot.offlineUntil == answered.adding(Self.cap + 1))
        let isUsed = ahead <= Self.trustedLead
        let explanation = try explain(bench)
        #expect(explanation.now == (isUsed ? bench.now : answered))
        #expect(explanation.clockCondition == (isUsed ? .plausible : .ahead(seconds: ahead)))
        // The next check comes before the end in either case, and not at once.
        let next = try #require(try bench.snapshot.nextCheck)
        let left = answered.adding(Self.cap).seconds(since: explanation.now)
        #expect(next.seconds(since: explanation.now) == max(left - Seconds.hour, left / 2))
        try bench.finish()
    }

    @Test(
        "what was promised by a clock that is too far ahead to be used is kept, by the clock that cannot be set"
    )
    func promiseUnderAWildClock() throws {
        let bench = try capped()
        try bench.advance(by: Seconds.hour)
        try bench.simulation.moveWall(by: Self.cap + 1)
        try bench.run(within: 60) { _ = try await $0.validate() }
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: Self.cap - 1)
        #expect(try bench.state == .licensed)
        try bench.advance(by: 1)
        #expect(try bench.state == .licensed)
        try bench.advance(by: 1)
        #expect(try bench.state == .expired)
        try bench.advance(by: 60)
        try bench.finish()
    }

    enum Call: CaseIterable { case validation, activation }

    @Test(
        "an answer that comes while the clock is two days ahead does not make the offline cap two days longer",
        arguments: Call.allCases,
        [-1, 0, 1] as [Int64]
    )
    func anchorOfTheCap(call: Call, offset: Int64) throws {
        let bench = try capped()
        try bench.advance(by: Seconds.hour)
        try bench.simulation.moveWall(by: 2 * Seconds.day)
        let answered = bench.simulation.clock.trueTime
        switch call {
        case .validation: try bench.run(within: 60) { _ = try await $0.validate() }
        case .activation:
            let lease = try bench.lease(expiresAt: answered.adding(60 * Seconds.day), issuedAt: answered)
            bench.transport.enqueue(bench.activated(with: lease))
            let key = bench.key.rawValue
            try bench.run { _ = try await $0.activate(key: key) }
        }
        #expect(try bench.record.lastValidated == answered)
        #expect(try explain(bench).now == answered.adding(2 * Seconds.day))
        bench.transport.fallback = .reply(.failure(.notConnected))
        // Put right before the jump counts as proven, which takes an hour.
        try bench.advance(by: Seconds.hour / 2)
        try bench.simulation.moveWall(by: -2 * Seconds.day)
        try bench.run { await $0.post(.clockChanged) }
        try bench.advance(to: answered.adding(Self.cap + offset))
        #expect(try bench.state == (offset <= 0 ? .licensed : .expired))
        if offset > 0 {
            #expect(try bench.snapshot.reason == .offlineCapReached(lastValidated: answered))
        }
        try bench.advance(by: 60)
        try bench.finish()
    }

    @Test(
        "a clock that is ahead by half of what a short lease has does not lead to a loop of requests",
        arguments: [1_949, 1_950, 1_951] as [Int64]
    )
    func noLoop(ahead: Int64) throws {
        let bench = try LicenseBench.licensed(leaseLength: Seconds.hour)
        bench.transport.fallback = .reply(bench.validByTrueTime(leaseLength: Seconds.hour))
        try bench.advance(by: 600)
        try bench.simulation.moveWall(by: ahead)
        try bench.run(within: 60) { _ = try await $0.validate() }
        let isUsed = ahead <= (Seconds.hour + 300) / 2
        #expect(try explain(bench).clockCondition == (isUsed ? .plausible : .ahead(seconds: ahead)))
        bench.transport.forgetRequests()
        try bench.advance(by: Seconds.hour)
        #expect((1...6).contains(bench.requestCount))
        #expect(try bench.state == .licensed)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    // MARK: Attempts under a wild clock

    @Test(
        "a check that began under a wild clock does not keep the next jump from being asked about",
        arguments: [-Seconds.day, -1, 0, 1, Seconds.day]
    )
    func nextJump(further: Int64) throws {
        let jump = 3_650 * Seconds.day
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validByTrueTime())
        try bench.advance(by: Seconds.hour)
        // No hint tells of it: it is found at the next hop, and asked about.
        try bench.simulation.moveWall(by: jump)
        try bench.advance(by: 15 * Seconds.minute)
        #expect(bench.requestCount == 1)
        #expect(try bench.state == .licensed)
        let asked = try #require(try explain(bench).lastAttempt)
        #expect(asked.seconds(since: bench.simulation.clock.trueTime) <= 0)
        #expect(asked.seconds(since: bench.simulation.clock.trueTime) > -15 * Seconds.minute)
        try bench.simulation.moveWall(by: -jump)
        try bench.advance(by: 15 * Seconds.minute)
        #expect(bench.requestCount == 1)
        #expect(try explain(bench).clockCondition == .plausible)
        // The same again: at the next hop, and not an hour after the first.
        try bench.simulation.moveWall(by: jump + further)
        try bench.advance(by: 15 * Seconds.minute - 1)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 2)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test(
        "an attempt that a wild clock has dated ten years ahead silences no later launch, and no other process",
        arguments: [false, true]
    )
    func launchAfterAWildClock(isOtherProcess: Bool) throws {
        let jump = 3_650 * Seconds.day
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 7 * Seconds.hour)
        try bench.simulation.moveWall(by: jump)
        bench.transport.fallback = .reply(.status(429, retryAfter: 600))
        try bench.foreground()
        let stored = try bench.record
        #expect(stored.lastAttempt.map { $0 > Self.start.adding(jump) } == true)
        #expect(stored.notBefore.map { $0 > Self.start.adding(jump) } == true)
        try bench.simulation.moveWall(by: -jump)
        bench.transport.fallback = .reply(bench.validByTrueTime())
        bench.transport.forgetRequests()
        if isOtherProcess {
            let other = bench.makeEngine(over: SharedMemoryStore(bench.memory).open(isWatchable: false))
            try bench.simulation.run(within: .seconds(60)) { _ = try await other.refreshIfNeeded() }
            #expect(bench.requestCount == 1)
        } else {
            try bench.relaunch()
            try bench.foreground()
            #expect(bench.requestCount == 1)
            // What is stored now is of the right time, so that the debounce holds again.
            #expect(try bench.record.lastAttempt == bench.simulation.clock.trueTime)
            #expect(try bench.record.notBefore == nil)
        }
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test(
        "in the process that was asked for patience it lasts as long as was asked, wherever the clock goes",
        arguments: [599, 600, 601] as [Int64],
        [-3_650, 0, 3_650] as [Int64]
    )
    func patience(wait: Int64, movedDays: Int64) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 7 * Seconds.hour)
        try bench.simulation.moveWall(by: max(0, -movedDays) * Seconds.day)
        bench.transport.enqueue(.status(429, retryAfter: 600))
        bench.transport.fallback = .reply(bench.validByTrueTime())
        _ = try bench.run { try await $0.refreshIfNeeded() }
        #expect(bench.requestCount == 1)
        try bench.simulation.moveWall(by: movedDays * Seconds.day)
        try bench.simulation.suspend(for: wait)
        _ = try bench.run(within: 60) { try await $0.refreshIfNeeded() }
        #expect(bench.requestCount == (wait < 600 ? 1 : 2))
        try bench.finish()
    }

    // MARK: Behind, and asked about once

    @Test(
        "an answer that shows the clock to be behind is not followed by a second request",
        arguments: [3_599, 3_600, 3_601, 5 * Seconds.hour] as [Int64],
        [false, true]
    )
    func toldByTheAnswer(behind: Int64, isForeground: Bool) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validByTrueTime())
        // Nothing here shows it before the answer: the clock lost time while no process ran.
        try bench.relaunch(after: Seconds.day)
        try bench.simulation.moveWall(by: -behind)
        try bench.relaunch()
        #expect(try explain(bench).clockCondition == .plausible)
        try bench.checkOnLaunch()
        #expect(bench.requestCount == 1)
        let isRollback = behind > 3_600
        #expect(
            try explain(bench).clockCondition == (isRollback ? .rolledBack(seconds: behind) : .plausible)
        )
        #expect(try bench.state == .licensed)
        if isForeground {
            for second in [1, 298, 1] as [Int64] {
                #expect(bench.requestCount == 1)
                try bench.advance(by: second)
                try bench.foreground()
            }
            // The debounce is over; a clock that is behind is a reason then, as before.
            #expect(bench.requestCount == (isRollback ? 2 : 1))
        } else {
            try bench.advance(by: Seconds.day)
            #expect(bench.requestCount == 1)
        }
        try bench.finish()
    }

    @Test("nor is an activation that shows it", arguments: [3_600, 3_601] as [Int64])
    func toldByTheActivation(behind: Int64) throws {
        let bench = try LicenseBench()
        try bench.simulation.moveWall(by: -behind)
        try bench.launchProcess()
        bench.transport.enqueue(bench.activated(with: try bench.lease(issuedAt: Self.start)))
        bench.transport.fallback = .reply(bench.validByTrueTime())
        let key = bench.key.rawValue
        try bench.run { _ = try await $0.activate(key: key) }
        #expect(
            try explain(bench).clockCondition
                == (behind > 3_600 ? .rolledBack(seconds: behind) : .plausible)
        )
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount(to: "activate") == 1)
        #expect(bench.requestCount(to: "validate") == 0)
        try bench.finish()
    }

    @Test(
        "nor does a second process ask that sees the first one's answer",
        arguments: [3_600, 3_601] as [Int64]
    )
    func toldByAnother(behind: Int64) throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        bench.transport.fallback = .reply(bench.validByTrueTime())
        try bench.simulation.relaunch(after: Seconds.day)
        try bench.simulation.moveWall(by: -behind)
        let store = SharedMemoryStore(bench.memory)
        let app = bench.makeEngine(over: store.open())
        let other = bench.makeEngine(over: store.open())
        try bench.simulation.drain()
        try bench.simulation.run { _ = try await app.checkOnLaunch() }
        let seen = try bench.simulation.run { await other.explain() }
        #expect(seen.leaseIssuedAt == bench.simulation.clock.trueTime)
        #expect(seen.clockCondition == (behind > 3_600 ? .rolledBack(seconds: behind) : .plausible))
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount == 1)
        withExtendedLifetime((app, other)) {}
        try bench.simulation.shutDown()
    }

    @Test("a confirmation without a signature shows nothing of a clock that was set back meanwhile")
    func notToldWithoutASignature() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: Seconds.day)
        bench.transport.enqueue(.hold)
        bench.transport.fallback = .reply(.failure(.notConnected))
        let check = try bench.start { try await $0.validate() }
        try bench.simulation.moveWall(by: -2 * Seconds.hour)
        try bench.transport.release(bench.validWithoutLease)
        try bench.simulation.drain()
        _ = try check.value()
        #expect(bench.requestCount == 1)
        bench.transport.fallback = .reply(bench.validByTrueTime())
        try bench.advance(by: 15 * Seconds.minute)
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("a clock that is right again and set back again is asked about again, once each time")
    func eachRollback() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        bench.configuration.retryPolicy = RetryPolicy(maximumAttempts: 1)
        try bench.relaunch()
        try bench.advance(by: Seconds.day)
        for count in 1...3 {
            try bench.simulation.moveWall(by: -2 * Seconds.hour)
            try bench.run { await $0.post(.clockChanged) }
            #expect(bench.requestCount == count)
            try bench.run { await $0.post(.clockChanged) }
            try bench.advance(by: 60)
            #expect(bench.requestCount == count)
            try bench.simulation.moveWall(by: 2 * Seconds.hour)
            try bench.run { await $0.post(.clockChanged) }
            #expect(bench.requestCount == count)
            #expect(try explain(bench).clockCondition == .plausible)
        }
        try bench.finish()
    }
}

extension LicenseBench {
    /// A valid reply with a fresh lease by a server whose clock is right, whatever the user's shows.
    fileprivate func validByTrueTime(leaseLength: Int64 = LicenseBench.week) -> ScriptedReply {
        let clock = simulation.clock
        let (signer, key, instance) = (signer, key, instance)
        return .computed { _ in
            let now = clock.trueTime
            let lease = try signer.lease(
                key: key,
                instance: instance,
                issuedAt: now,
                expiresAt: now.adding(leaseLength),
                entitlements: ["pro"]
            )
            return .validated(lease: lease, licenseEnd: .lifetime)
        }
    }
}
