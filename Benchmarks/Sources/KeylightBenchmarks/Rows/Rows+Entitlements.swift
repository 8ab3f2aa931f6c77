import BenchmarkHarness
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTransport

extension Rows {
    /// The question that apps ask most, from anywhere and at any time.
    func entitlements() throws -> [Benchmark] {
        let engine = LicenseEngine(
            configuration: LicenseEngineConfiguration(
                endpoint: try ServiceEndpoint(tenant: fixture.tenant, product: fixture.product),
                trustedKeys: fixture.trustedKeys
            ),
            transport: NoTransport(),
            store: fixture.store,
            clock: fixture.clock,
            runner: NoRunner()
        )
        return [
            entitlement("hasEntitlement, held", "pro", isHeld: true, engine),
            entitlement("hasEntitlement, held, a long name", "collaboration.team", isHeld: true, engine),
            entitlement("hasEntitlement, not held", "cloud", isHeld: false, engine),
        ]
    }

    private func entitlement(
        _ name: String,
        _ entitlement: Entitlement,
        isHeld: Bool,
        _ engine: LicenseEngine
    ) -> Benchmark {
        let flag = AtomicFlag()
        return Benchmark(
            name,
            subject: Operation("LicenseEngine.hasEntitlement") { count in
                var held = 0
                for _ in 0..<count where engine.hasEntitlement(entitlement) { held += 1 }
                try expect(held == (isHeld ? count : 0), "\(entitlement) \(held) of \(count) times")
            },
            reference: Operation("an atomic load") { count in
                var set = 0
                for _ in 0..<count where flag.load() { set += 1 }
                try expect(set == count, "the flag is set")
            },
            ratioGoal: 10,
            allocationGoal: 0
        )
    }
}
