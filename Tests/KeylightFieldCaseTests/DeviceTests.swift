import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// Records that were carried to another machine, and machines whose id flaps.
@Suite("Field cases: the machine")
struct DeviceTests {
    /// A license that was activated on machine A, in a place.
    private func activated(place: String? = "1-2") throws -> (LicenseBench, InMemoryLeaseStore) {
        let bench = try LicenseBench()
        bench.configuration.machineHash = "a"
        let memory = InMemoryLeaseStore()
        let engine = bench.makeEngine(over: SharedMemoryStore(memory, place: place).open())
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.simulation.run { try await engine.activate(key: key) }
        #expect(memory.record?.activation?.origin == RecordOrigin(machineHash: "a", place: place))
        bench.transport.forgetRequests()
        return (bench, memory)
    }

    @Test("BL-052: another machine's copy is known for one, and its seat and its lease are not used")
    func bl052() throws {
        let (bench, memory) = try activated()
        let copy = InMemoryLeaseStore(record: memory.record)
        let engine = bench.makeEngine(over: SharedMemoryStore(copy, place: "7-8").open()) {
            $0.machineHash = "b"
            $0.seed = ProductSeed(trialDurationDays: 14)
        }
        #expect(engine.snapshot.reason == .movedDevice)
        #expect(engine.snapshot.state == .expired)
        #expect(engine.snapshot.entitlements.isEmpty)
        #expect(engine.snapshot.nextCheck == nil)
        try bench.simulation.run(within: .seconds(60)) {
            #expect(await engine.getCachedLease() == nil)
            for result in [try await engine.checkOnLaunch(), try await engine.refreshIfNeeded()] {
                guard case .skipped(.movedDevice) = result else {
                    Issue.record("not held back: \(result)")
                    return
                }
            }
            let error = await #expect(throws: KeylightError.self) { try await engine.validate() }
            #expect(error?.kind == .movedDevice)
        }
        try bench.advance(by: 30 * Seconds.day)
        #expect(bench.requestCount == 0)
        #expect(copy.record?.trialStart == nil)
    }

    @Test("BL-052: its key is offered; activating it takes a seat of its own and leaves the other one alone")
    func bl052Reactivation() throws {
        let (bench, memory) = try activated()
        let old = try #require(memory.record?.activation)
        let copy = InMemoryLeaseStore(record: memory.record)
        _ = copy.update {
            $0.pendingReleases = [PendingRelease(licenseKey: old.licenseKey, instanceID: old.instanceID)]
        }
        let engine = bench.makeEngine(over: SharedMemoryStore(copy, place: "7-8").open()) {
            $0.machineHash = "b"
        }
        let key = try #require(try bench.simulation.run { await engine.keyForReactivation() })
        #expect(key == bench.key)
        #expect(!bench.log.events.contains { "\($0)".contains(bench.key.rawValue) })
        let seat = try #require(InstanceID("inst-2"))
        bench.transport.enqueue(bench.activated(with: try bench.lease(instance: seat), instance: seat))
        try bench.simulation.run(within: .seconds(600)) { try await engine.activate(key: key.rawValue) }
        try bench.advance(by: Seconds.hour)
        #expect(engine.snapshot.state == .licensed)
        #expect(copy.record?.activation?.instanceID == seat)
        #expect(copy.record?.activation?.origin == RecordOrigin(machineHash: "b", place: "7-8"))
        #expect(bench.requestCount(to: "deactivate") == 0)
        #expect(copy.record?.pendingReleases.isEmpty == true)
        #expect(try bench.simulation.run { await engine.keyForReactivation() } == nil)
    }

    @Test("BL-052: giving a copy back forgets it here and takes nothing from the other machine")
    func bl052Deactivation() throws {
        let (bench, memory) = try activated()
        let copy = InMemoryLeaseStore(record: memory.record)
        let engine = bench.makeEngine(over: SharedMemoryStore(copy, place: "7-8").open()) {
            $0.machineHash = "b"
        }
        let result = try bench.simulation.run { try await engine.deactivate() }
        guard case .nothingToRelease = result else {
            Issue.record("\(result)")
            return
        }
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount == 0)
        #expect(copy.record?.activation == nil)
        #expect(engine.snapshot.reason == .notActivated)
    }

    @Test("BL-052: where the store cannot tell its place, the machine's id alone decides")
    func bl052WithoutPlace() throws {
        let (bench, memory) = try activated(place: nil)
        let engine = bench.makeEngine(over: InMemoryLeaseStore(record: memory.record)) {
            $0.machineHash = "b"
        }
        #expect(engine.snapshot.reason == .movedDevice)
    }

    @Test(
        "BL-053: an id that fails, comes back, or is another one in the same place costs nothing",
        arguments: [["a", nil, "a"], ["a", "b"], [nil, "a"], [nil, nil]] as [[String?]]
    )
    func bl053(ids: [String?]) throws {
        let (bench, memory) = try activated()
        for id in ids {
            let engine = bench.makeEngine(over: SharedMemoryStore(memory, place: "1-2").open()) {
                $0.machineHash = id
            }
            #expect(engine.snapshot.state == .licensed)
            bench.transport.enqueue(bench.validWhenAsked())
            try bench.simulation.run(within: .seconds(60)) { try await engine.checkOnLaunch() }
            #expect(engine.snapshot.state == .licensed)
            let request = try #require(bench.transport.requests.last)
            #expect(request.bodyField("instance_id") == bench.instance.rawValue)
            // One that cannot be read now is the one that was read then.
            #expect(request.bodyField("machine_hash") == id ?? "a")
        }
        #expect(bench.requestCount(to: "activate") == 0)
        let changes = bench.log.events.filter { $0.message.contains("machine's id has changed") }
        #expect(changes.count == (ids.contains("b") ? 1 : 0))
    }

    @Test("BL-053: a machine without an id can activate, and keeps its license when it gets one")
    func bl053WithoutID() throws {
        let bench = try LicenseBench.licensed()
        #expect(try bench.record.activation?.origin == nil)
        bench.configuration.machineHash = "a"
        try bench.relaunch()
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}
