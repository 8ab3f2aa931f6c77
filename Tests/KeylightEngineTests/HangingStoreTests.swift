import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

/// A store that never answers, since a sibling was stopped while it held the lock: the verdict goes on without it.
@Suite("A store that hangs", .timeLimit(.minutes(1)))
struct HangingStoreTests {
    /// A lease of two hours, so that a check is due after one.
    private static let length: Int64 = 2 * Seconds.hour
    private static let check = Seconds.hour
    /// The end of the lease, with its skew.
    private static let end = length + 301
    /// One hop before the check: the next alarm is the check's.
    private static let beforeCheck = check - LicensePolicy.exact.longestHop

    /// An engine on threads of its own, some seconds after T0.
    private struct Bed {
        let bench: LicenseBench
        let store: HangingStore
        let runner = QueueRunner.shared
        let engine: LicenseEngine
        var clock: VirtualClock { bench.simulation.clock }

        init(at seconds: Int64) async throws {
            bench = try LicenseBench.licensed(leaseLength: HangingStoreTests.length)
            bench.endProcess()
            try bench.simulation.finish()
            try bench.simulation.advance(by: seconds)
            bench.transport.fallback = .reply(bench.validWhenAsked())
            store = HangingStore(bench.memory)
            engine = LicenseEngine(
                configuration: bench.configuration,
                transport: bench.transport,
                store: store,
                clock: bench.simulation.clock,
                runner: runner
            )
            // The alarm is set.
            try await clock.waitForSleepers(count: 1)
        }

        /// Moves time to a second after T0 and waits for the next alarm to be set.
        func move(to seconds: Int64) async throws {
            clock.advance(by: LicenseBench.start.adding(seconds).seconds(since: clock.now().wall))
            try await clock.waitForSleepers(count: 1)
        }

        func wait(for state: LicenseState) async {
            for await snapshot in engine.snapshots where snapshot.state == state { return }
        }

        /// From a ring that hangs, hop by hop, to the end of the license.
        func liveToTheEnd() async throws {
            let hop = LicensePolicy.exact.longestHop
            // The ring that hangs; then the verdict has waited long enough; then the next hop.
            let check = HangingStoreTests.check
            for second in [check, check + 1] + (1...4).map({ check + 1 + $0 * hop }) {
                try await move(to: second)
                #expect(engine.snapshot.state == .licensed)
            }
            try await move(to: HangingStoreTests.end - 1)
            #expect(engine.snapshot.state == .licensed)
            clock.advance(by: 1)
            await wait(for: .expired)
            let leaseEnd = LicenseBench.start.adding(HangingStoreTests.length)
            #expect(engine.snapshot.reason == .offlineLeaseEnded(at: leaseEnd))
            #expect(store.isHanging)
            #expect(bench.requestCount == 0)
        }
    }

    @Test("a read that hangs: the license ends in the second that it names, and heals when the store answers")
    func reading() async throws {
        let bed = try await Bed(at: Self.beforeCheck)
        bed.store.hang(on: .load)
        try await bed.liveToTheEnd()
        bed.store.letGo()
        await bed.wait(for: .licensed)
        #expect(bed.bench.requestCount == 1)
    }

    @Test("a write that hangs: the same")
    func writing() async throws {
        let bed = try await Bed(at: Self.beforeCheck)
        try await bed.move(to: Self.beforeCheck + 60)
        bed.store.hang(on: .update)
        let engine = bed.engine
        _ = bed.runner.run { await engine.prepareForTermination() }
        await bed.store.waitUntilHanging()
        try await bed.liveToTheEnd()
        bed.store.letGo()
        await bed.wait(for: .licensed)
    }

    @Test("a read that begins to hang in that very second delays the end by one second, no more")
    func lastSecond() async throws {
        let bed = try await Bed(at: Self.end - 1)
        bed.store.hang(on: .load)
        try await bed.move(to: Self.end)
        await bed.store.waitUntilHanging()
        bed.clock.advance(by: 1)
        await bed.wait(for: .expired)
        bed.store.letGo()
        await bed.wait(for: .licensed)
    }

    @Test("while it hangs a changed clock is seen as well")
    func clockChange() async throws {
        let bed = try await Bed(at: Self.beforeCheck)
        bed.store.hang(on: .load)
        let engine = bed.engine
        _ = bed.runner.run { await engine.post(.foreground) }
        await bed.store.waitUntilHanging()
        // The alarm, and the patience with the store.
        try await bed.clock.waitForSleepers(count: 2)
        bed.clock.advance(by: 1)
        try await bed.clock.waitForSleepers(count: 1)
        bed.clock.moveWall(by: Self.end)
        _ = bed.runner.run { await engine.post(.clockChanged) }
        await bed.wait(for: .expired)
        bed.store.letGo()
        await bed.wait(for: .licensed)
    }

    @Test("a process that slept shows no end that another one has averted")
    func noFalseEnd() throws {
        let bench = try LicenseBench.licensed()
        try bench.simulation.advance(by: 60)
        let lease = try bench.lease(
            expiresAt: LicenseBench.start.adding(30 * Seconds.day),
            issuedAt: LicenseBench.start.adding(7 * Seconds.day)
        )
        bench.announced.forget()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        _ = bench.memory.update { record in
            record.lease = lease
            record.lastValidated = lease.issuedAt
        }
        try bench.simulation.suspend(for: 8 * Seconds.day)
        #expect(try bench.state == .licensed)
        #expect(bench.announced.snapshots.allSatisfy { $0.state == .licensed })
        #expect(bench.announced.events.isEmpty)
        try bench.finish()
    }
}
