import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// Who asks when several processes want to, and what becomes of those who do not.
@Suite("The refresh lock")
struct RefreshLockTests {
    private func shared() throws -> (LicenseBench, SharedMemoryStore) {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        try bench.advance(by: 7 * Seconds.hour)
        return (bench, SharedMemoryStore(bench.memory))
    }

    private func isAskedElsewhere(_ result: RefreshResult) -> Bool {
        if case .skipped(.askedElsewhere) = result { true } else { false }
    }

    private func foreground(_ engine: LicenseEngine, _ bench: LicenseBench) throws -> RefreshResult {
        try bench.simulation.run(within: .seconds(1)) { try await engine.refreshIfNeeded() }
    }

    @Test("who stood back once stands back the next time, too", arguments: [true, false])
    func nextContention(isWatchable: Bool) throws {
        let (bench, store) = try shared()
        let asking = bench.makeEngine(over: store.open(isWatchable: isWatchable))
        let waiting = bench.makeEngine(over: store.open(isWatchable: isWatchable))
        for round in 1...3 {
            bench.transport.enqueue(.hold)
            let check = try bench.simulation.start { try await asking.refreshIfNeeded() }
            #expect(isAskedElsewhere(try foreground(waiting, bench)), "round \(round)")
            try bench.transport.release(try bench.valid())
            try bench.simulation.drain()
            guard case .confirmed = try check.value() else {
                Issue.record("not asked in round \(round)")
                return
            }
            #expect(bench.requestCount == round)
            try bench.advance(by: 7 * Seconds.hour)
        }
    }

    @Test("a holder that does nothing is waited for two minutes", arguments: [(119, 0), (120, 1), (121, 1)])
    func stuck(seconds: Int64, requests: Int) throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.fallback = .reply(bench.validWhenAsked())
        #expect(isAskedElsewhere(try foreground(engine, bench)))
        try bench.advance(by: seconds)
        _ = try foreground(engine, bench)
        #expect(bench.requestCount == requests)
        lock.release()
    }

    @Test(
        "a holder that has asked in between is waited for anew",
        arguments: [(119, 0), (120, 1), (121, 1)]
    )
    func stuckAgain(seconds: Int64, requests: Int) throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open(isWatchable: false))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        #expect(isAskedElsewhere(try foreground(engine, bench)))
        try bench.advance(by: 60)
        // Long enough ago for the debounce, so that it is the lock that decides.
        let attempt = bench.now.adding(-400)
        _ = bench.memory.update { $0.lastAttempt = attempt }
        #expect(isAskedElsewhere(try foreground(engine, bench)))
        try bench.advance(by: seconds)
        _ = try foreground(engine, bench)
        #expect(bench.requestCount == requests)
        lock.release()
    }

    @Test("a lock that the user's own check has found free was not held all the time")
    func freeInBetween() throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.fallback = .reply(.status(500))
        #expect(isAskedElsewhere(try foreground(engine, bench)))
        lock.release()
        let attempt = bench.memory.record?.lastAttempt
        _ = try? bench.simulation.run(within: .seconds(60)) { try await engine.validate() }
        // As if the attempt had not come to be stored.
        _ = bench.memory.update { $0.lastAttempt = attempt }
        guard case .acquired(let other) = store.tryLock() else { return }
        try bench.advance(by: 301)
        let before = bench.requestCount
        #expect(isAskedElsewhere(try foreground(engine, bench)))
        #expect(bench.requestCount == before)
        other.release()
    }

    @Test("an attempt of another process that is heard of before the lock is had counts for both")
    func heardOfInBetween() throws {
        let (bench, store) = try shared()
        let view = AfterReadStore(base: store.open(), memory: bench.memory, store: store, time: bench.now)
        let engine = bench.makeEngine(over: view)
        try bench.simulation.drain()
        view.arm()
        let result = try bench.simulation.run { try await engine.refreshIfNeeded() }
        #expect(isAskedElsewhere(result), "\(result)")
        #expect(bench.requestCount == 0)
        #expect(!store.isLocked)
    }

    @Test("a user who joins a check that another process spares gets one of his own")
    func userJoins() throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.fallback = .reply(bench.validWhenAsked())
        let snapshot = try bench.simulation.run {
            async let automatic = engine.refreshIfNeeded()
            async let wanted = engine.validate()
            _ = try await automatic
            return try await wanted
        }
        #expect(snapshot.state == .licensed)
        #expect(bench.requestCount == 1)
        lock.release()
    }

    @Test("an upgrade that is waited for is asked about, whoever holds the lock")
    func upgradeJoins() throws {
        let (bench, store) = try shared()
        guard case .acquired(let lock) = store.tryLock() else { return }
        let engine = bench.makeEngine(over: store.open())
        bench.transport.fallback = .reply(try bench.valid(bench.lease(entitlements: ["pro", "team"])))
        let isSeen = try bench.simulation.run(within: .seconds(31)) {
            async let automatic = engine.refreshIfNeeded()
            async let wanted = engine.refreshAfterUpgrade()
            _ = try await automatic
            return try await wanted
        }
        #expect(isSeen)
        #expect(bench.requestCount == 1)
        lock.release()
    }
}

/// A store in which another process notes an attempt right after a read, and says so.
private final class AfterReadStore: LeaseStore {
    private let base: any LeaseStore
    private let memory: InMemoryLeaseStore
    private let store: SharedMemoryStore
    private let time: Timestamp
    private let isArmed = Locked(false)

    init(base: any LeaseStore, memory: InMemoryLeaseStore, store: SharedMemoryStore, time: Timestamp) {
        self.base = base
        self.memory = memory
        self.store = store
        self.time = time
    }

    func arm() { isArmed.withLock { $0 = true } }

    func load() throws -> StoredRecord {
        let found = try base.load()
        let isDue = isArmed.withLock { armed in
            defer { armed = false }
            return armed
        }
        if isDue {
            let time = time
            // Through a view, so that the watchers hear of it.
            _ = try store.open().update { $0.lastAttempt = time }
        }
        return found
    }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord { try base.update(change) }
    func erase() throws { try base.erase() }
    func place(preparing: Bool) -> String? { base.place(preparing: preparing) }
    func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }
    func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { base.watch(changed) }
}
