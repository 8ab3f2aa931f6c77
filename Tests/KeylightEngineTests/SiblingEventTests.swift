import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What one process announces of what another one did.
@Suite("Events in sibling processes")
struct SiblingEventTests {
    /// The app, a sibling on the same store, and what the sibling announces.
    private struct Siblings {
        let bench: LicenseBench
        let app: LicenseEngine
        let sibling: LicenseEngine
        let announced = Announcements()
        let observation: LicenseObservation

        init(isWatchable: Bool, seed: ProductSeed = ProductSeed()) throws {
            bench = try LicenseBench.licensed(seed: seed)
            bench.endProcess()
            let store = SharedMemoryStore(bench.memory)
            app = bench.makeEngine(over: store.open())
            sibling = bench.makeEngine(over: store.open(isWatchable: isWatchable))
            observation = sibling.observe(announced.observer)
            try bench.simulation.drain()
        }

        /// Lets the sibling see what the app has done.
        func look() throws {
            let sibling = sibling
            try bench.simulation.run(within: .seconds(60)) { _ = try await sibling.refreshIfNeeded() }
        }
    }

    @Test(
        "the user's own deactivation is an event nowhere",
        arguments: [true, false],
        [ProductSeed(), ProductSeed(trialDurationDays: 14), ProductSeed(freeTierEnabled: true)]
    )
    func deactivation(isWatchable: Bool, seed: ProductSeed) throws {
        let all = try Siblings(isWatchable: isWatchable, seed: seed)
        all.bench.transport.enqueue(all.bench.released)
        let app = all.app
        try all.bench.simulation.run(within: .seconds(60)) { _ = try await app.deactivate() }
        try all.look()
        #expect(!all.sibling.snapshot.hasLicenseKey)
        #expect(all.sibling.snapshot.state == app.snapshot.state)
        #expect(all.announced.events.isEmpty)
    }

    @Test("a denial that another process was told is an event here as well", arguments: [true, false])
    func denial(isWatchable: Bool) throws {
        let all = try Siblings(isWatchable: isWatchable)
        all.bench.transport.enqueue(all.bench.denied)
        let app = all.app
        try all.bench.simulation.run(within: .seconds(60)) { _ = try await app.validate() }
        try all.look()
        #expect(all.announced.events == [.expired(from: .licensed, to: .invalid)])
    }
}
