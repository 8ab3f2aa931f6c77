import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// Several processes on one store.
@Suite("Field cases: several processes")
struct SharedStoreTests {
    /// A license in a store that several processes share; seven hours old, so that a check is wanted.
    private func shared() throws -> (LicenseBench, SharedMemoryStore) {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        try bench.advance(by: 7 * Seconds.hour)
        return (bench, SharedMemoryStore(bench.memory))
    }

    @Test("BL-048: of twenty processes that come to the foreground at once, one asks and all know")
    func oneRefresher() throws {
        let (bench, store) = try shared()
        let engines = (0..<20).map { _ in bench.makeEngine(over: store.open()) }
        bench.transport.fallback = .reply(.hold)
        let checks = try engines.map { engine in
            try bench.simulation.start { try await engine.refreshIfNeeded() }
        }
        #expect(bench.requestCount == 1)
        #expect(store.isLocked)
        let lease = try bench.lease(entitlements: ["pro", "new"])
        try bench.transport.release(bench.valid(lease))
        try bench.simulation.drain()
        var confirmed = 0
        for check in checks {
            switch try check.value() {
            case .confirmed: confirmed += 1
            case .skipped(.askedElsewhere): break
            case let other: Issue.record("\(other)")
            }
        }
        #expect(confirmed == 1)
        #expect(!store.isLocked)
        for engine in engines { #expect(engine.hasEntitlement("new")) }
        try bench.advance(by: 299)
        for engine in engines {
            guard case .skipped = try bench.simulation.run({ try await engine.refreshIfNeeded() }) else {
                Issue.record("another process's attempt does not count")
                return
            }
        }
        #expect(bench.requestCount == 1)
    }

    @Test("a change of one process is seen by the others at once where the store tells, else when they look")
    func changesAreSeen() throws {
        let (bench, store) = try shared()
        let app = bench.makeEngine(over: store.open())
        let watching = bench.makeEngine(over: store.open())
        let deaf = bench.makeEngine(over: store.open(isWatchable: false))
        try bench.simulation.drain()
        bench.transport.enqueue(bench.released)
        try bench.simulation.run(within: .seconds(60)) { _ = try await app.deactivate() }
        #expect(watching.snapshot.state == .expired)
        #expect(deaf.snapshot.state == .licensed)
        try bench.simulation.run { _ = try await deaf.refreshIfNeeded() }
        #expect(deaf.snapshot.state == .expired)
        #expect(bench.requestCount == 1)
    }

    @Test("the server's wish for patience counts for every process")
    func notBefore() throws {
        let (bench, store) = try shared()
        let app = bench.makeEngine(over: store.open(isWatchable: false))
        let other = bench.makeEngine(over: store.open(isWatchable: false))
        bench.transport.fallback = .reply(.status(429, retryAfter: 600))
        try bench.simulation.run(within: .seconds(60)) { _ = try await app.refreshIfNeeded() }
        let count = bench.requestCount
        try bench.simulation.run {
            guard case .skipped(.notBefore) = try await other.refreshIfNeeded() else {
                Issue.record("asked all the same")
                return
            }
        }
        #expect(bench.requestCount == count)
    }

    @Test("who asked between another's look and its lock has asked for both")
    func askedInBetween() throws {
        let (bench, store) = try shared()
        let now = bench.now
        let engine = bench.makeEngine(
            over: LateStore(base: store.open(isWatchable: false)) { record in
                record.lastAttempt = now
            }
        )
        let result = try bench.simulation.run { try await engine.refreshIfNeeded() }
        guard case .skipped(.askedElsewhere) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(bench.requestCount == 0)
        #expect(!store.isLocked)
    }

    @Test(
        "a process that holds the lock for two minutes is not waited for any longer",
        arguments: [119, 120]
    )
    func stuckHolder(seconds: Int64) throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.fallback = .reply(bench.validWhenAsked())
        for wait in [0, seconds] {
            try bench.advance(by: wait)
            try bench.simulation.run(within: .seconds(1)) { _ = try await engine.refreshIfNeeded() }
        }
        #expect(bench.requestCount == (seconds < 120 ? 0 : 1))
        lock.release()
    }

    @Test("the user's own refresh asks, whoever holds the lock")
    func userIsNotHeldBack() throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.enqueue(try bench.valid())
        try bench.simulation.run(within: .seconds(60)) { try await engine.validate() }
        #expect(bench.requestCount == 1)
        lock.release()
    }

    @Test("BL-055: an extension only looks, and sees the new lease within one read")
    func bl055() throws {
        let (bench, store) = try shared()
        let app = bench.makeEngine(over: store.open())
        let counting = FailingStore(wrapping: store.open(isWatchable: false))
        let widget = bench.makeEngine(over: counting) { $0.role = .extension }
        try bench.simulation.drain()
        try bench.simulation.run(within: .seconds(60)) {
            guard case .skipped(.readOnly) = try await widget.checkOnLaunch(),
                case .skipped(.readOnly) = try await widget.refreshIfNeeded()
            else {
                Issue.record("an extension asked")
                return
            }
            await #expect(throws: KeylightError.self) { try await widget.validate() }
            await #expect(throws: KeylightError.self) { try await widget.activate(key: "ACME-1") }
            await #expect(throws: KeylightError.self) { try await widget.deactivate() }
        }
        #expect(bench.requestCount == 0)
        bench.transport.enqueue(try bench.valid(bench.lease(entitlements: ["pro", "new"])))
        try bench.simulation.run(within: .seconds(60)) { _ = try await app.refreshIfNeeded() }
        #expect(!widget.hasEntitlement("new"))
        let loads = counting.counts.loads
        try bench.simulation.run { _ = try await widget.refreshIfNeeded() }
        #expect(widget.hasEntitlement("new"))
        #expect(counting.counts.loads == loads + 1)
        #expect(counting.counts.updates == 0)
    }

    @Test("BL-055: an extension starts no trial, sets no timer and writes nothing, however long it lives")
    func bl055Alone() throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 14))
        let widget = bench.makeEngine(over: bench.store) { $0.role = .extension }
        try bench.simulation.run { _ = try await widget.checkOnLaunch() }
        #expect(bench.simulation.clock.sleeperCount == 0)
        try bench.advance(by: 20 * Seconds.day)
        #expect(bench.requestCount == 0)
        #expect(bench.store.counts.updates == 0)
        #expect(bench.memory.record == nil)
    }

    @Test("BL-055: a record that vanishes is not put back by an extension")
    func bl055Vanished() throws {
        let (bench, store) = try shared()
        let widget = bench.makeEngine(over: store.open()) { $0.role = .extension }
        bench.memory.erase()
        let writes = bench.memory.writeCount
        try bench.simulation.run { _ = try await widget.refreshIfNeeded() }
        try bench.advance(by: Seconds.day)
        #expect(bench.memory.writeCount == writes)
        #expect(bench.memory.record == nil)
    }

    @Test("letting go of an engine ends its watch")
    func watchEnds() throws {
        let (bench, store) = try shared()
        var engine: LicenseEngine? = bench.makeEngine(over: store.open())
        try bench.simulation.drain()
        #expect(store.watcherCount == 1)
        withExtendedLifetime(engine) {}
        engine = nil
        try bench.simulation.drain()
        #expect(store.watcherCount == 0)
    }
}

/// A store whose record another process changes just before the refresh lock is taken.
private struct LateStore: LeaseStore {
    let base: any LeaseStore
    let change: @Sendable (inout LicenseRecord) -> Void

    init(base: any LeaseStore, change: @escaping @Sendable (inout LicenseRecord) -> Void) {
        self.base = base
        self.change = change
    }

    func load() throws -> StoredRecord { try base.load() }
    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord { try base.update(change) }
    func erase() throws { try base.erase() }

    func tryRefreshLock() -> RefreshLockOutcome {
        _ = try? base.update(change)
        return base.tryRefreshLock()
    }
}
