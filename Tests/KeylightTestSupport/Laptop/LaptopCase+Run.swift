import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
package import KeylightTesting
import KeylightTransport
import KeylightVerification

/// Living through a case, with the properties checked all along.
extension LaptopCase {
    /// Lives through the script.
    ///
    /// - Throws: ``LaptopViolation`` when a property does not hold.
    package func run() throws {
        let simulation = Simulation(start: LicenseBench.start)
        do {
            try live(simulation)
        } catch let error as SimulationError {
            throw LaptopViolation(text: "\(error.kind)", laptop: self, timeline: error.timeline)
        }
    }

    private func live(_ simulation: Simulation) throws {
        let service = try simulation.makeService(entitlements: ["pro"], signer: Parts.shared.get().signer)
        service.terms.leaseLength = leaseLength
        let configuration = try configuration(service)
        let store = InMemoryLeaseStore()
        let hints = hasHints ? SimulatedHints() : nil
        let oracle = LaptopOracle(self, simulation: simulation, transport: service.transport)
        let laptop = try Laptop<LaptopApp>(simulation, service: service, hints: hints) {
            let engine = LicenseEngine(
                configuration: configuration,
                transport: service.transport,
                store: store,
                clock: simulation.clock,
                runner: simulation.runner,
                hints: hints ?? SimulatedHints(),
                randomBits: { 0 }
            )
            let observation = engine.observe(LicenseObserver(snapshotChanged: { oracle.see($0) }))
            oracle.begin(engine.snapshot)
            try simulation.start { _ = try await engine.checkOnLaunch() }
            return LaptopApp(engine: engine, observation: observation)
        }
        laptop.onForeground { app in
            try simulation.start { [engine = app.engine] in _ = try await engine.refreshIfNeeded() }
        }
        if !isTrial {
            let key = service.licenseKey.rawValue
            try simulation.run { [engine = laptop.app?.engine] in _ = try await engine?.activate(key: key) }
        }
        try oracle.endEvent(laptop.app)
        // Only a strictly newer signature moves time down, and signatures are dated by the second.
        let pause = LaptopEvent.open(for: 1)
        for event in [pause] + script.events.flatMap({ [$0, pause] }) {
            try oracle.beginEvent(event)
            try laptop.happen(event)
            try oracle.endEvent(laptop.app)
        }
        simulation.wakeDelay = .zero
        try laptop.shutDown()
    }

    private func configuration(_ service: SimulatedLicenseService) throws -> LicenseEngineConfiguration {
        let parts = try Parts.shared.get()
        return LicenseEngineConfiguration(
            endpoint: parts.endpoint,
            sdkKey: nil,
            trustedKeys: parts.trustedKeys,
            policy: policy,
            seed: ProductSeed(trialDurationDays: Self.trialDays),
            retryPolicy: RetryPolicy(maximumAttempts: 1)
        )
    }

    /// What is the same in each case, and slow to make.
    private struct Parts {
        let signer: TestSigner
        let endpoint: ServiceEndpoint
        let trustedKeys: TrustedKeys

        static let shared = Result<Parts, any Error> {
            let signer = try TestSigner()
            guard let tenant = ServiceIdentifier("testco"), let product = ServiceIdentifier("testapp") else {
                throw BenchError.badFixture
            }
            return Parts(
                signer: signer,
                endpoint: try ServiceEndpoint(
                    baseURL: "https://api.keylight.dev",
                    tenant: tenant,
                    product: product
                ),
                trustedKeys: try TrustedKeys(base64Keys: signer.trustedKeys)
            )
        }
    }
}

/// The app's process.
struct LaptopApp: Sendable {
    let engine: LicenseEngine
    let observation: LicenseObservation
}

/// A property that does not hold, with all that is needed to see it again.
package struct LaptopViolation: Error, CustomStringConvertible {
    /// What is wrong.
    package var text: String
    /// On which laptop.
    package var laptop: LaptopCase
    /// What happened before.
    package var timeline: [TimelineEntry]

    package var description: String {
        let lines = timeline.suffix(40).map { "  \($0)" }.joined(separator: "\n")
        return "\(text)\nKEYLIGHT_SEED=\(laptop.seed)\n\(laptop)\n\(lines)"
    }
}
