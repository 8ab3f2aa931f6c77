import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// Stores that take their time, and stores that cannot write.
@Suite("Field cases: slow and failing writes")
struct SlowStoreTests {
    @Test(
        "a store that takes for ever delays neither hasEntitlement nor the main actor",
        .timeLimit(.minutes(1))
    )
    func slowStore() async throws {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        let store = HangingStore(bench.memory)
        let engine = LicenseEngine(
            configuration: bench.configuration,
            transport: bench.transport,
            store: store,
            clock: bench.simulation.clock,
            runner: SystemBackgroundRunner()
        )
        store.hang(on: .load)
        async let reading = engine.refreshIfNeeded()
        await store.waitUntilHanging()
        // The store's call is under way and does not end before it is let go: what comes back now did not wait.
        #expect(engine.hasEntitlement("pro"))
        #expect(engine.snapshot.state == .licensed)
        #expect(await MainActor.run { engine.hasEntitlement("pro") })
        #expect(await engine.explain().snapshot.state == .licensed)
        #expect(store.isHanging)
        store.letGo()
        _ = try await reading
    }

    @Test(
        "BL-050: a write that fails is told once per step of the ladder, and heals by itself",
        arguments: ["ENOSPC", "EROFS", "EACCES", "EIO"]
    )
    func bl050(code: String) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.store.failUpdates(with: .writeFailed(code))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.foreground()
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.persistence == .failing(code))
        func lines() -> Int { bench.log.events.count { $0.message.contains("not saved") } }
        #expect(lines() == 1)
        let updates = bench.store.counts.updates
        // Whatever the app does meanwhile, each attempt is a step of the ladder and has one line.
        for _ in 0..<50 { try bench.foreground() }
        try bench.advance(by: 10 * Seconds.minute)
        #expect(lines() == 1 + bench.store.counts.updates - updates)
        #expect(lines() <= 1 + LicensePolicy.exact.retryLadder.count)
        bench.store.recover()
        try bench.advance(by: 15 * Seconds.minute)
        #expect(try bench.snapshot.persistence == .saved)
        try bench.relaunch()
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}
