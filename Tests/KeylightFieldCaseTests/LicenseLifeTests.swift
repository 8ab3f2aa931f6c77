import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What went wrong in the life of a license, from the purchase to the last seat.
@Suite("Field cases: the life of a license")
struct LicenseLifeTests {
    @Test("BL-053: the instance is the identity, and a machine's hash that comes and goes changes nothing")
    func bl053() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        let hashes: [String?] = [
            String(repeating: "a", count: 64), nil, String(repeating: "b", count: 64), nil,
        ]
        for hash in hashes {
            bench.configuration.machineHash = hash
            try bench.relaunch(after: Seconds.day)
            try bench.checkOnLaunch()
            #expect(try bench.state == .licensed)
            let request = try #require(bench.transport.requests.last)
            #expect(request.endpoint == "validate")
            #expect(request.bodyField("instance_id") == bench.instance.rawValue)
            #expect(request.bodyField("machine_hash") == hash)
        }
        #expect(bench.requestCount(to: "activate") == 0)
        try bench.finish()
    }

    @Test("BL-054: a seat that was given back offline is released once the network is there")
    func bl054() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.run(within: 60) { try await $0.deactivate() }
        #expect(try bench.state == .expired)
        #expect(try bench.record.pendingReleases.count == 1)
        #expect(try bench.run { await $0.explain() }.pendingReleases == 1)
        bench.transport.forgetRequests()
        try bench.relaunch()
        bench.transport.fallback = .reply(bench.released)
        try bench.run { await $0.post(.networkChanged) }
        try bench.simulation.drain()
        #expect(bench.requestCount(to: "deactivate") == 1)
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.finish()
    }

    @Test("BL-054: activating the same key before that cancels the release")
    func bl054Cancelled() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.run(within: 60) { try await $0.deactivate() }
        bench.transport.forgetRequests()
        bench.transport.fallback = .reply(bench.released)
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        try bench.simulation.drain()
        #expect(try bench.record.pendingReleases.isEmpty)
        #expect(bench.requestCount(to: "deactivate") == 0)
        try bench.finish()
    }

    @Test("BL-068: whoever looks sees the activation at once, and no old reason stays")
    func bl068() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 1))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        try bench.advance(by: 2 * Seconds.day)
        #expect(try bench.snapshot.reason == .trialEnded)
        let engine = try #require(bench.engine)
        let second = LicenseEngine(
            configuration: bench.configuration,
            transport: bench.transport,
            store: bench.store,
            clock: bench.simulation.clock,
            runner: bench.simulation.runner
        )
        #expect(second.snapshot.reason == .trialEnded)
        let observed = Announcements()
        let observation = engine.observe(observed.observer)
        let streamed = try bench.simulation.start { () -> [LicenseState] in
            var states: [LicenseState] = []
            for await snapshot in engine.snapshots {
                states.append(snapshot.state)
                if snapshot.state == .licensed { break }
            }
            return states
        }
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        let snapshot = try bench.snapshot
        #expect(snapshot.state == .licensed)
        #expect(observed.snapshots.last == snapshot)
        #expect(bench.announced.snapshots.last == snapshot)
        #expect(try streamed.value() == [.expired, .licensed])
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.simulation.run { _ = try await second.refreshIfNeeded() }
        #expect(second.snapshot.state == .licensed)
        #expect(second.snapshot.reason == snapshot.reason)
        #expect(second.hasEntitlement("pro"))
        observation.cancel()
        withExtendedLifetime(second) {}
    }

    @Test("BL-069: a key that is too new is tried again after 30 s and after a minute")
    func bl069() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let notFound = ScriptedReply.json(#"{"error":"license not found"}"#, status: 404)
        bench.transport.enqueue(notFound, notFound, bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        let activation = try bench.start { try await $0.activate(key: key, retryNotFoundFor: 600) }
        #expect(bench.requestCount == 1)
        try bench.advance(by: 29)
        #expect(bench.requestCount == 1)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 2)
        try bench.advance(by: 59)
        #expect(bench.requestCount == 2)
        #expect(!activation.isFinished)
        try bench.advance(by: 1)
        #expect(try activation.value().state == .licensed)
        #expect(bench.requestCount == 3)
        try bench.finish()
    }

    @Test("BL-069: after ten minutes it is not found, with a hint, and nothing is stored as invalid")
    func bl069NeverFound() throws {
        let bench = try LicenseBench(seed: ProductSeed(freeTierEnabled: true))
        try bench.launchProcess()
        bench.transport.fallback = .reply(.json(#"{"error":"license not found"}"#, status: 404))
        let key = bench.key.rawValue
        let activation = try bench.start { try await $0.activate(key: key, retryNotFoundFor: 600) }
        try bench.advance(by: 601)
        let error = #expect(throws: KeylightError.self) { try activation.value() }
        #expect(error?.kind == .licenseNotFound)
        #expect(error?.description.contains("a new key can take a few minutes") == true)
        #expect((3...12).contains(bench.requestCount))
        #expect(try bench.record.denial == nil)
        #expect(try bench.record.activation == nil)
        #expect(try bench.state == .freeTier)
        try bench.finish()
    }

    @Test("BL-069: without the option there is one request, and other failures end the waiting at once")
    func bl069OtherFailures() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let notFound = ScriptedReply.json(#"{"error":"license not found"}"#, status: 404)
        bench.transport.fallback = .reply(notFound)
        let key = bench.key.rawValue
        #expect(throws: KeylightError.self) { try bench.run { try await $0.activate(key: key) } }
        #expect(throws: KeylightError.self) {
            try bench.run { try await $0.activate(key: key, retryNotFoundFor: 0) }
        }
        #expect(bench.requestCount == 2)
        bench.transport.enqueue(notFound, .status(402))
        let activation = try bench.start { try await $0.activate(key: key, retryNotFoundFor: 600) }
        try bench.advance(by: 30)
        let error = #expect(throws: KeylightError.self) { try activation.value() }
        #expect(error?.kind == .seatLimitReached)
        try bench.finish()
    }

    @Test("BL-069: whoever stops waiting stops alone, and another activation ends the retries")
    func bl069Cancelled() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let notFound = ScriptedReply.json(#"{"error":"license not found"}"#, status: 404)
        bench.transport.enqueue(notFound)
        let key = bench.key.rawValue
        let cancelled = try bench.start { try await $0.activate(key: key, retryNotFoundFor: 600) }
        cancelled.cancel()
        try bench.simulation.drain()
        #expect(throws: CancellationError.self) { try cancelled.value() }
        bench.transport.enqueue(notFound, bench.activated(with: try bench.lease()))
        let waiting = try bench.start {
            try await $0.activate(key: "ACME-TEST-0000-0009", retryNotFoundFor: 600)
        }
        try bench.run { try await $0.activate(key: key) }
        try bench.advance(by: 30)
        let error = #expect(throws: KeylightError.self) { try waiting.value() }
        #expect(error?.kind == .superseded)
        #expect(try bench.record.activation?.licenseKey == bench.key)
        try bench.finish()
    }
}
