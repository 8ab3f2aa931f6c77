import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Releases and activations of the same seat at the same time: the server does what reaches it last.
@Suite("A seat that is given back and taken again")
struct SeatRaceTests {
    /// A server with one seat, which every activation of the key gets.
    private final class OneSeat: Sendable {
        private let taken = Locked(true)
        private let clock: VirtualClock
        private let signer: TestSigner
        private let key: LicenseKey
        private let instance: InstanceID

        init(_ bench: LicenseBench) {
            clock = bench.simulation.clock
            signer = bench.signer
            key = bench.key
            instance = bench.instance
        }

        var isTaken: Bool { taken.withLock { $0 } }

        func answer(_ request: TransportRequest) throws -> TransportResponse {
            let now = clock.now().wall
            let lease = try signer.lease(
                key: key,
                instance: instance,
                issuedAt: now,
                expiresAt: now.adding(LicenseBench.week),
                entitlements: ["pro"]
            )
            switch request.endpoint {
            case "activate":
                taken.withLock { $0 = true }
                return .activated(instance: instance, lease: lease)
            case "deactivate":
                taken.withLock { $0 = false }
                return .deactivated
            default: return isTaken ? .validated(lease: lease) : .denied("not activated")
            }
        }
    }

    private func licensed() throws -> (LicenseBench, OneSeat) {
        let bench = try LicenseBench.licensed()
        let server = OneSeat(bench)
        bench.transport.fallback = .respond { try server.answer($0) }
        return (bench, server)
    }

    private func startActivation(on bench: LicenseBench) throws -> SimulatedTask<LicenseSnapshot> {
        let key = bench.key.rawValue
        return try bench.start { try await $0.activate(key: key) }
    }

    /// The user works on, and the license is checked twice.
    private func expectStillLicensed(_ bench: LicenseBench, _ server: OneSeat) throws {
        #expect(server.isTaken)
        for _ in 0..<2 {
            try bench.advance(by: 7 * Seconds.hour)
            try bench.foreground()
        }
        #expect(try bench.state == .licensed)
        #expect(try bench.record.pendingReleases.isEmpty)
        #expect(server.isTaken)
    }

    @Test("a release that is about to be repeated is not, once the key is activated again")
    func repeatedRelease() throws {
        let (bench, server) = try licensed()
        bench.transport.enqueue(.hold)
        let release = try bench.start { try await $0.deactivate() }
        // The first attempt has timed out, and the second is half a second away.
        try bench.advance(by: 15)
        let activation = try startActivation(on: bench)
        try bench.advance(by: 10)
        _ = try activation.value()
        guard case .releasePending(let error) = try release.value() else {
            Issue.record("it counts as released")
            return
        }
        #expect(error.kind == .superseded)
        #expect(bench.transport.requests.map(\.endpoint) == ["deactivate", "activate"])
        try expectStillLicensed(bench, server)
        try bench.finish()
    }

    @Test("an activation waits for the release that is on its way, and no longer than its attempt lasts")
    func releaseOnItsWay() throws {
        let (bench, server) = try licensed()
        bench.transport.enqueue(.hold)
        let release = try bench.start { try await $0.deactivate() }
        try bench.advance(by: 5)
        let activation = try startActivation(on: bench)
        try bench.advance(by: 9)
        #expect(bench.requestCount == 1)
        #expect(bench.engine?.isChecking == true)
        try bench.advance(by: 1)
        _ = try activation.value()
        #expect(release.isFinished)
        #expect(bench.transport.requests.map(\.endpoint) == ["deactivate", "activate"])
        try expectStillLicensed(bench, server)
        try bench.finish()
    }

    @Test("an activation follows a release that is answered at once")
    func answeredRelease() throws {
        let (bench, server) = try licensed()
        bench.transport.enqueue(.hold)
        let release = try bench.start { try await $0.deactivate() }
        let activation = try startActivation(on: bench)
        #expect(bench.requestCount == 1)
        try bench.transport.release(.computed { try server.answer($0) })
        try bench.simulation.drain()
        guard case .released = try release.value() else {
            Issue.record("it is pending")
            return
        }
        _ = try activation.value()
        try expectStillLicensed(bench, server)
        try bench.finish()
    }

    @Test("the seat of an activation that was called off is not freed under the next one")
    func supersededActivation() throws {
        let (bench, server) = try licensed()
        bench.endProcess()
        bench.memory.erase()
        try bench.launchProcess()
        bench.transport.enqueue(.hold, .hold)
        let first = try startActivation(on: bench)
        try bench.run { try await $0.deactivate() }
        try bench.transport.release("activate", with: .computed { try server.answer($0) })
        try bench.simulation.drain()
        #expect(throws: KeylightError.self) { try first.value() }
        // The seat goes back, on a slow line.
        #expect(bench.transport.heldRequests.map(\.endpoint) == ["deactivate"])
        try bench.advance(by: 15)
        let second = try startActivation(on: bench)
        try bench.advance(by: 10)
        #expect(try second.value().state == .licensed)
        #expect(bench.requestCount(to: "deactivate") == 1)
        try expectStillLicensed(bench, server)
        try bench.finish()
    }

    @Test("an activation after a deactivation does not share the one that the deactivation called off")
    func noSharedEnd() throws {
        let (bench, server) = try licensed()
        bench.endProcess()
        bench.memory.erase()
        try bench.launchProcess()
        bench.transport.enqueue(.hold)
        let first = try startActivation(on: bench)
        try bench.run { try await $0.deactivate() }
        let second = try startActivation(on: bench)
        #expect(bench.requestCount(to: "activate") == 1)
        try bench.transport.release("activate", with: .computed { try server.answer($0) })
        try bench.advance(by: 10)
        let error = #expect(throws: KeylightError.self) { try first.value() }
        #expect(error?.kind == .superseded)
        #expect(try second.value().state == .licensed)
        try expectStillLicensed(bench, server)
        try bench.finish()
    }

    @Test("two activations of one key that nothing came between share one request")
    func shared() throws {
        let (bench, _) = try licensed()
        bench.transport.enqueue(.hold)
        let both = [try startActivation(on: bench), try startActivation(on: bench)]
        try bench.transport.release(bench.activated(with: try bench.lease()))
        try bench.simulation.drain()
        for activation in both { #expect(try activation.value().state == .licensed) }
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("an activation that is called off while it waits for a release takes no seat")
    func calledOffBeforeItBegan() throws {
        let (bench, _) = try licensed()
        bench.transport.enqueue(.hold)
        _ = try bench.start { try await $0.deactivate() }
        let activation = try startActivation(on: bench)
        try bench.run { try await $0.deactivate() }
        try bench.advance(by: 60)
        let error = #expect(throws: KeylightError.self) { try activation.value() }
        #expect(error?.kind == .superseded)
        #expect(bench.requestCount(to: "activate") == 0)
        try bench.finish()
    }

    @Test("no seat is given back while a key is being activated, and what is pending is made up for then")
    func nothingMeanwhile() throws {
        let (bench, _) = try licensed()
        let other = try #require(InstanceID("inst-9"))
        bench.endProcess()
        _ = bench.memory.update {
            $0.pendingReleases = [PendingRelease(licenseKey: bench.key, instanceID: other)]
        }
        try bench.launchProcess()
        bench.transport.enqueue(.hold)
        let activation = try startActivation(on: bench)
        try bench.advance(by: 5)
        // Whatever comes of the check.
        _ = try? bench.run(within: 1) { try await $0.refreshIfNeeded() }
        #expect(bench.requestCount(to: "deactivate") == 0)
        try bench.transport.release("activate", with: bench.activated(with: try bench.lease()))
        try bench.simulation.drain()
        _ = try activation.value()
        let releases = bench.transport.requests(to: "deactivate")
        #expect(releases.map { $0.bodyField("instance_id") } == ["inst-9"])
        #expect(try bench.record.pendingReleases.isEmpty)
        try bench.finish()
    }

    @Test("a release is not repeated when another process has taken the seat again meanwhile")
    func otherProcess() throws {
        let (bench, server) = try licensed()
        bench.endProcess()
        let store = SharedMemoryStore(bench.memory)
        let leaving = bench.makeEngine(over: store.open(isWatchable: false))
        let coming = bench.makeEngine(over: store.open(isWatchable: false))
        bench.transport.enqueue(.hold)
        let release = try bench.simulation.start { try await leaving.deactivate() }
        try bench.advance(by: 5)
        let key = bench.key.rawValue
        try bench.simulation.run(within: .seconds(1)) { try await coming.activate(key: key) }
        try bench.advance(by: 60)
        #expect(release.isFinished)
        #expect(bench.requestCount(to: "deactivate") == 1)
        #expect(server.isTaken)
        #expect(bench.memory.record?.pendingReleases.isEmpty == true)
        for engine in [leaving, coming] {
            _ = try bench.simulation.run(within: .seconds(60)) { try await engine.refreshIfNeeded() }
            #expect(engine.snapshot.state == .licensed)
        }
    }
}
