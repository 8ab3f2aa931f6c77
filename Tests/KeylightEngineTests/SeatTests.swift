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

@Suite("Seats")
struct SeatTests {
    private static let debounce = LicensePolicy.standard.debounce

    private func second() throws -> (key: LicenseKey, instance: InstanceID) {
        (try LicenseKey(parsing: "ACME-TEST-0000-0002"), try #require(InstanceID("inst-2")))
    }

    private func activate(_ key: LicenseKey, on bench: LicenseBench) throws {
        try bench.run(within: 60) { try await $0.activate(key: key.rawValue) }
    }

    // MARK: Giving back

    @Test("a seat that was given back is settled by one request", arguments: [200, 404, 422])
    func released(status: Int) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(.json(status == 200 ? "{}" : #"{"error":"not found"}"#, status: status))
        guard case .released = try bench.run({ try await $0.deactivate() }) else {
            Issue.record("it is still pending")
            return
        }
        #expect(try bench.record.pendingReleases.isEmpty)
        let request = try #require(bench.transport.requests.first)
        #expect(request.bodyField("license_key") == bench.key.rawValue)
        #expect(request.bodyField("instance_id") == bench.instance.rawValue)
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test(
        "a release that nobody confirmed stays pending, and the license is gone all the same",
        arguments: [
            .status(500), .status(401), .status(403), .html(), .html(status: 404), .failure(.notConnected),
            .status(429, retryAfter: 60),
        ] as [ScriptedReply]
    )
    func pending(_ reply: ScriptedReply) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(reply)
        guard case .releasePending = try bench.run(within: 60, { try await $0.deactivate() }) else {
            Issue.record("it counts as released")
            return
        }
        #expect(try bench.state == .expired)
        #expect(try bench.record.activation == nil)
        let wanted = PendingRelease(licenseKey: bench.key, instanceID: bench.instance)
        #expect(try bench.record.pendingReleases == [wanted])
        try bench.finish()
    }

    @Test("a pending release is tried again at later triggers, five minutes apart, also after a relaunch")
    func retried() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.run(within: 60) { try await $0.deactivate() }
        let before = bench.requestCount
        try bench.foreground()
        #expect(bench.requestCount == before)
        try bench.advance(by: Self.debounce)
        try bench.foreground()
        try bench.advance(by: 60)
        #expect(bench.requestCount > before)
        #expect(try bench.record.pendingReleases.count == 1)
        bench.transport.forgetRequests()
        bench.transport.fallback = .reply(bench.released)
        try bench.relaunch(after: Seconds.day)
        #expect(bench.requestCount == 0)
        try bench.checkOnLaunch()
        #expect(bench.transport.requests.map(\.endpoint) == ["deactivate"])
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("activating the same key again cancels its release when it gets the same seat")
    func cancelled() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(.status(401))
        try bench.run { try await $0.deactivate() }
        #expect(try bench.record.pendingReleases.count == 1)
        bench.transport.forgetRequests()
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        try activate(bench.key, on: bench)
        #expect(try bench.record.pendingReleases.isEmpty)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.day)
        try bench.foreground()
        #expect(bench.requestCount(to: "deactivate") == 0)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("activating the same key again under another seat still gives the old seat back")
    func otherSeat() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(.status(401))
        try bench.run { try await $0.deactivate() }
        bench.transport.forgetRequests()
        let instance = try second().instance
        bench.transport.enqueue(
            bench.activated(with: try bench.lease(instance: instance), instance: instance)
        )
        bench.transport.fallback = .reply(bench.released)
        try activate(bench.key, on: bench)
        try bench.simulation.drain()
        let releases = bench.transport.requests(to: "deactivate")
        #expect(releases.map { $0.bodyField("instance_id") } == [bench.instance.rawValue])
        #expect(try bench.record.activation?.instanceID == instance)
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.finish()
    }

    @Test("with a clock that is wrong and no network a license can be given back and activated again")
    func wrongClock() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 3 * Seconds.day)
        bench.transport.fallback = .reply(.failure(.notConnected))
        try bench.simulation.moveWall(by: -400 * Seconds.day)
        try bench.run(within: 60) { try await $0.deactivate() }
        #expect(try bench.record.activation == nil)
        let lease = try bench.lease(issuedAt: LicenseBench.start.adding(3 * Seconds.day))
        bench.transport.fallback = .reply(bench.activated(with: lease))
        try activate(bench.key, on: bench)
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    // MARK: A second key

    @Test("a second key is activated first, and then the first one's seat is given back")
    func secondKey() throws {
        let bench = try LicenseBench.licensed()
        let second = try second()
        bench.transport.enqueue(
            bench.activated(
                with: try bench.lease(key: second.key, instance: second.instance),
                instance: second.instance
            ),
            bench.released
        )
        try activate(second.key, on: bench)
        try bench.simulation.drain()
        #expect(bench.transport.requests.map(\.endpoint) == ["activate", "deactivate"])
        #expect(bench.transport.requests.last?.bodyField("license_key") == bench.key.rawValue)
        #expect(try bench.record.activation?.licenseKey == second.key)
        #expect(try bench.record.pendingReleases.isEmpty)
        #expect(bench.announced.snapshots.allSatisfy { $0.state == .licensed })
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }

    @Test(
        "a second key that fails leaves the first one as it was",
        arguments: [
            .status(402), .status(404), .status(500), .failure(.timedOut), .failure(.notConnected),
            .json(#"{"error":"revoked"}"#, status: 422), .json(#"{"activated":false,"error":"no"}"#), .html(),
        ] as [ScriptedReply]
    )
    func secondKeyFails(_ reply: ScriptedReply) throws {
        let bench = try LicenseBench.licensed()
        let before = (try bench.snapshot, try bench.recordBesidesTimes)
        bench.transport.fallback = .reply(reply)
        let key = try second().key
        #expect(throws: KeylightError.self) { try activate(key, on: bench) }
        #expect(try bench.snapshot.state == before.0.state)
        #expect(try bench.snapshot.entitlements == before.0.entitlements)
        #expect(try bench.recordBesidesTimes == before.1)
        #expect(bench.requestCount(to: "deactivate") == 0)
        try bench.finish()
    }

    // MARK: Answers that cannot be used

    enum BadLease: CaseIterable {
        case forged, unknownKey, otherInstance, unknownStatus, malformed, missing
    }

    @Test(
        "a seat whose lease is refused is given back, and nothing of it is stored",
        arguments: BadLease.allCases
    )
    func refusedLease(_ kind: BadLease) throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        let good = try bench.lease()
        switch kind {
        case .forged: bench.transport.enqueue(bench.activated(with: bench.signer.forge(good)))
        case .unknownKey:
            let stranger = try TestSigner(seed: [UInt8](repeating: 7, count: 32), kid: "k7")
            bench.transport.enqueue(bench.activated(with: try bench.lease(signer: stranger)))
        case .otherInstance:
            let other = try second().instance
            bench.transport.enqueue(bench.activated(with: try bench.lease(instance: other)))
        case .unknownStatus:
            bench.transport.enqueue(
                bench.activated(with: try bench.lease(status: LeaseStatus(rawValue: "paused")))
            )
        case .malformed:
            bench.transport.enqueue(.json(#"{"activated":true,"instance_id":"inst-1","lease":{"kid":"k1"}}"#))
        case .missing: bench.transport.enqueue(bench.activated(with: nil))
        }
        bench.transport.fallback = .reply(bench.released)
        let key = bench.key
        #expect(throws: KeylightError.self) { try activate(key, on: bench) }
        try bench.simulation.drain()
        #expect(bench.transport.requests.map(\.endpoint) == ["activate", "deactivate"])
        #expect(bench.transport.requests.last?.bodyField("instance_id") == bench.instance.rawValue)
        #expect(try bench.record.activation == nil && bench.record.lease == nil)
        #expect(try bench.record.pendingReleases.isEmpty)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("without an instance id there is nothing to give back, and the error says that a seat may be taken")
    func missingInstance() throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(.json(#"{"activated":true}"#))
        let key = bench.key
        let error = #expect(throws: KeylightError.self) { try activate(key, on: bench) }
        #expect(error?.seatMayBeTaken == true)
        #expect(bench.requestCount == 1)
        #expect(try bench.record.isEmpty || bench.record.activation == nil)
        try bench.finish()
    }

    @Test(
        "an activation whose answer was lost is not repeated by itself, and says that trying again is safe",
        arguments: [
            .failure(.timedOut), .failure(.connectionLost), .status(500), .status(502), .status(504),
        ] as [ScriptedReply]
    )
    func ambiguous(_ reply: ScriptedReply) throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.fallback = .reply(reply)
        let key = bench.key
        let error = #expect(throws: KeylightError.self) { try activate(key, on: bench) }
        #expect(bench.requestCount == 1)
        #expect(error?.seatMayBeTaken == true)
        try bench.finish()
    }

    @Test(
        "an activation that cannot have arrived is repeated, and takes no seat in vain",
        arguments: [
            .failure(.notConnected), .failure(.cannotConnect), .status(408), .status(429), .status(503),
        ] as [ScriptedReply]
    )
    func unambiguous(_ reply: ScriptedReply) throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(reply, bench.activated(with: try bench.lease()))
        try activate(bench.key, on: bench)
        #expect(bench.requestCount == 2)
        #expect(Set(bench.transport.requests.map(\.requestID)).count == 1)
        try bench.finish()
    }
}
