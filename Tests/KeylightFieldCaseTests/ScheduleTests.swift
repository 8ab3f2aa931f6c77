import Foundation
import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What happens by itself: neither too often, nor in the past, nor after the end.
@Suite("Schedule")
struct ScheduleTests {
    @Test(
        "A server that hands out leases of minutes, or ones that are over, is not called in a loop",
        arguments: [
            (1_800, 96), (600, 288), (60, 288), (1, 288), (0, 29), (-300, 29), (-86_400, 29),
        ] as [(Int64, Int)]
    )
    func shortLeases(length: Int64, mostADay: Int) throws {
        let bench = try LicenseBench.licensed()
        let (clock, signer, key, instance) = (bench.simulation.clock, bench.signer, bench.key, bench.instance)
        bench.transport.fallback = .reply(
            .computed { _ in
                let now = clock.now().wall
                let lease = try signer.lease(
                    key: key,
                    instance: instance,
                    issuedAt: now,
                    expiresAt: now.adding(length),
                    entitlements: ["pro"]
                )
                return .validated(lease: lease, licenseEnd: .lifetime)
            }
        )
        try bench.advance(by: LicenseBench.week - Seconds.hour)
        bench.transport.forgetRequests()
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount <= mostADay + 1)
        #expect(bench.requestCount >= mostADay / 2)
        // A lease that was over when it was signed is none: the failure ladder, then once an hour.
        // With a server that answers, even such a lease is never interrupted while it is any good.
        if length > 0 { #expect(bench.announced.events.isEmpty) }
        try bench.finish()
    }

    @Test("Many wake-ups that were missed in sleep are one run", arguments: [false, true])
    func missedWakeUps(isTold: Bool) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.hour)
        bench.transport.forgetRequests()
        try bench.simulation.suspend(for: 10 * Seconds.day)
        if isTold { try bench.run { await $0.post(.woke) } }
        #expect(bench.requestCount == 1)
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("The end of the engine ends its timer, its request and its ear for the system")
    func end() throws {
        let hints = SimulatedHints()
        let bench = try LicenseBench.licensed(hints: hints)
        bench.transport.fallback = .reply(.hold)
        let check = try bench.start { try await $0.checkOnLaunch() }
        #expect(bench.simulation.clock.sleeperCount > 0)
        #expect(hints.listenerCount == 1)
        check.cancel()
        try bench.simulation.drain()
        bench.endProcess()
        try bench.simulation.drain()
        #expect(bench.simulation.clock.sleeperCount == 0)
        #expect(bench.simulation.runner.activeTaskCount == 0)
        #expect(hints.listenerCount == 0)
        hints.post(.woke)
        try bench.simulation.finish()
    }

    @Test("Ten thousand installs that started in one second do not ask in one second")
    func spread() throws {
        let bench = try LicenseBench()
        let lease = try bench.lease(issuedAt: LicenseBench.start)
        let planned = try (0..<10_000).map { number -> Int64 in
            let instance = try #require(InstanceID("instance-\(number)"))
            var record = LicenseRecord()
            record.activation = Activation(licenseKey: bench.key, instanceID: instance, pinnedKeyHash: "")
            record.lease = lease
            record.lease?.instanceID = instance
            record.activation?.pinnedKeyHash = lease.licenseKeyHash
            record.lastValidated = LicenseBench.start
            let own = try #require(record.lease)
            let policy = LicensePolicy.standard
            let facts = LicenseFacts(
                record: record,
                evidence: .trusted(own),
                seed: ProductSeed(),
                storage: .readable,
                jitter: policy.scheduleJitter
            )
            let time = TimeAssessment(
                now: LicenseBench.start,
                instant: ContinuousInstant(nanoseconds: 0),
                wall: LicenseBench.start
            )
            func next() -> Timestamp? {
                Resolver.resolve(facts, attempts: AttemptHistory(), time: time, policy: policy).nextCheck
            }
            #expect(next() == next())
            return try #require(next()).seconds(since: own.expiresAt.adding(-policy.scheduleLead))
        }
        #expect(planned.allSatisfy { (-600...0).contains($0) })
        var perSecond = [Int64: Int]()
        for second in planned { perSecond[second, default: 0] += 1 }
        // 16.6 on average; a fair coin gives 40 or more in one of a million seconds.
        #expect(perSecond.values.max() ?? .max < 40)
        #expect(perSecond.count > 595)
    }

    @Test("What an engine proves of the time another one on the same store believes")
    func twoEngines() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        let hints = SimulatedHints()
        let second = LicenseEngine(
            configuration: bench.configuration,
            transport: bench.transport,
            store: bench.store,
            clock: bench.simulation.clock,
            runner: bench.simulation.runner,
            hints: hints
        )
        func explain() throws -> LicenseExplanation { try bench.simulation.run { await second.explain() } }
        try bench.advance(by: 5 * Seconds.day)
        bench.endProcess()
        // The first engine's floor is on disk; a third one starts with the clock set back and goes by it.
        try bench.simulation.moveWall(by: -4 * Seconds.day)
        try bench.launchProcess()
        let behind = try bench.run { await $0.explain() }
        let floor = LicenseBench.start.adding(5 * Seconds.day - 15 * Seconds.minute)
        #expect(behind.now >= floor)
        #expect(try explain().now >= LicenseBench.start.adding(5 * Seconds.day))
        // A fresh answer to one of them re-anchors both, downward.
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.run(within: 60) { _ = try await $0.validate() }
        #expect(try bench.run { await $0.explain() }.now == bench.now)
        hints.post(.clockChanged)
        try bench.simulation.drain()
        #expect(try explain().now == bench.now)
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test("At a clean end not a second is lost; a kill loses a write step at most", arguments: [false, true])
    func cleanEnd(isClean: Bool) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.advance(by: Seconds.hour + 14 * Seconds.minute + 59)
        if isClean { try bench.run { await $0.prepareForTermination() } }
        let floor = try #require(try bench.record.timeFloor)
        let lost = bench.now.seconds(since: floor)
        #expect(isClean ? lost == 0 : (1..<15 * Seconds.minute).contains(lost))
        try bench.finish()
    }

    @Test("BL-036: in any time zone, and while travelling, the same happens")
    func travel() throws {
        let zones = [
            "UTC", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca",
        ]
        func trace(startingIn zone: Int) throws -> [String] {
            NSTimeZone.default = try #require(TimeZone(identifier: zones[zone]))
            defer { NSTimeZone.resetSystemTimeZone() }
            let hints = SimulatedHints()
            let bench = try LicenseBench.licensed(hints: hints)
            bench.transport.fallback = .reply(bench.validWhenAsked())
            // Over New York's change to summer time, on 2026-03-08 at 07:00 UTC.
            for hour in 0..<(9 * 24) {
                try bench.advance(by: Seconds.hour)
                if hour.isMultiple(of: 20) {
                    let next = zones[(zone + hour / 20) % zones.count]
                    NSTimeZone.default = try #require(TimeZone(identifier: next))
                    hints.post(.clockChanged)
                    try bench.simulation.drain()
                }
            }
            defer { bench.endProcess() }
            return bench.simulation.timeline.map(\.description)
                + bench.announced.snapshots.map { "\($0.state) \($0.reason)" }
        }
        let traces = try zones.indices.map { try trace(startingIn: $0) }
        #expect(traces[0].count > 100)
        for other in traces.dropFirst() { #expect(other == traces[0]) }
    }
}
