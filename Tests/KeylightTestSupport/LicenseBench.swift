package import KeylightCore
package import KeylightEngine
package import KeylightLeaseStore
package import KeylightLogging
package import KeylightPolicy
package import KeylightTesting
import KeylightTransport
import KeylightVerification

/// An engine on a bench: virtual time, a scripted server, a store in memory and a log that is kept.
///
/// The words are those of the field cases: `licensed()` is an activation at T0 with a lease of seven days,
/// `foreground()` is a foreground event, `relaunch()` a new process over the same stored bytes.
package final class LicenseBench {
    /// 2026-03-01 00:00 UTC.
    package static let start = Timestamp(1_772_323_200)
    /// How long a lease lasts.
    package static let week: Int64 = 7 * Seconds.day

    package let simulation: Simulation
    package let transport: ScriptedTransport
    package let memory: InMemoryLeaseStore
    package let store: FailingStore
    package let log = InMemoryLogHandler(capacity: 20_000)
    package let signer: TestSigner
    package let key: LicenseKey
    package let instance: InstanceID
    package var configuration: LicenseEngineConfiguration
    /// What the engine hears of the system.
    package var hints = SimulatedHints()
    /// The second place that remembers the trial's start; none unless a test sets one.
    package var trialMirror: (any TrialStartMirror)?
    /// The present process's engine; nil between processes.
    package private(set) var engine: LicenseEngine?
    /// What the engine announced since it was made.
    package let announced = Announcements()

    private var observation: LicenseObservation?

    /// Puts everything on the bench, without an engine yet.
    ///
    /// - Parameter base: where the record is kept instead of in memory; ``memory`` and ``record`` then know nothing
    ///   of it.
    package init(
        over base: (any LeaseStore)? = nil,
        record: LicenseRecord = LicenseRecord(),
        policy: LicensePolicy = .exact,
        seed: ProductSeed = ProductSeed(),
        trusting signers: [TestSigner]? = nil
    ) throws {
        simulation = Simulation(start: Self.start)
        transport = simulation.makeTransport()
        memory = InMemoryLeaseStore(record: record.isEmpty ? nil : record)
        store = FailingStore(wrapping: base ?? memory)
        signer = try TestSigner()
        key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        guard let instance = InstanceID("inst-1"), let tenant = ServiceIdentifier("testco"),
            let product = ServiceIdentifier("testapp"),
            let sdkKey = SDKKey("sdk_live_" + String(repeating: "0a", count: 32))
        else { throw BenchError.badFixture }
        self.instance = instance
        var keys: [String: String] = [:]
        for signer in try signers ?? [TestSigner()] { keys[signer.kid] = signer.publicKeyBase64 }
        configuration = LicenseEngineConfiguration(
            endpoint: try ServiceEndpoint(
                baseURL: "https://api.keylight.dev",
                tenant: tenant,
                product: product
            ),
            sdkKey: sdkKey,
            trustedKeys: try TrustedKeys(base64Keys: keys),
            policy: policy,
            seed: seed,
            retryPolicy: .standard
        )
    }

    /// A process that was activated at T0 and has a lease of seven days: the fixture "LIC".
    ///
    /// Nothing is on the wire yet: the request counter starts at zero.
    package static func licensed(
        policy: LicensePolicy = .exact,
        seed: ProductSeed = ProductSeed(),
        leaseLength: Int64 = week,
        licenseEnd: LicenseEnd = .lifetime,
        trusting signers: [TestSigner]? = nil,
        hints: SimulatedHints = SimulatedHints()
    ) throws -> LicenseBench {
        let bench = try LicenseBench(policy: policy, seed: seed, trusting: signers)
        bench.hints = hints
        try bench.launchProcess()
        let lease = try bench.lease(expiresAt: start.adding(leaseLength))
        bench.transport.enqueue(bench.activated(with: lease, licenseEnd: licenseEnd))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        bench.transport.forgetRequests()
        bench.announced.forget()
        return bench
    }

    // MARK: Processes

    /// Makes the engine of a new process over the stored record.
    package func launchProcess() throws {
        let engine = makeEngine(over: store)
        observation = engine.observe(announced.observer)
        self.engine = engine
        try simulation.drain()
    }

    /// Makes the engine of one more process on the same machine, or on another one with the same clock.
    ///
    /// - Parameter adjust: what is different about it.
    package func makeEngine(
        over store: any LeaseStore,
        adjust: (inout LicenseEngineConfiguration) -> Void = { _ in }
    ) -> LicenseEngine {
        var configuration = configuration
        adjust(&configuration)
        return LicenseEngine(
            configuration: configuration,
            transport: transport,
            store: store,
            clock: simulation.clock,
            runner: simulation.runner,
            hints: hints,
            logger: LicenseLogger(category: "test", handlers: [log], minimumLevel: .debug),
            trialMirror: trialMirror,
            randomBits: Self.counter()
        )
    }

    /// Ends the process without any farewell.
    package func endProcess() {
        observation = nil
        engine = nil
    }

    /// Ends the process and starts another after a while, on the same running machine.
    package func relaunch(after seconds: Int64 = 0) throws {
        endProcess()
        try simulation.relaunch(after: seconds)
        announced.forget()
        try launchProcess()
    }

    /// Ends the process, turns the machine off and on again, and starts another.
    package func reboot(after seconds: Int64 = 0) throws {
        endProcess()
        try simulation.restart(after: seconds)
        announced.forget()
        try launchProcess()
    }

    // MARK: Doing

    /// Does something with the engine within the moment.
    @discardableResult
    package func run<Value: Sendable>(
        within seconds: Int64 = 0,
        _ operation: @escaping @Sendable (LicenseEngine) async throws -> Value
    ) throws -> Value {
        guard let engine else { throw BenchError.noProcess }
        return try simulation.run(within: .seconds(seconds)) { try await operation(engine) }
    }

    /// Starts something with the engine that may have to wait.
    package func start<Value: Sendable>(
        _ operation: @escaping @Sendable (LicenseEngine) async throws -> Value
    ) throws -> SimulatedTask<Value> {
        guard let engine else { throw BenchError.noProcess }
        return try simulation.start { try await operation(engine) }
    }

    /// A foreground event; time passes for retries, no more than a minute.
    @discardableResult
    package func foreground() throws -> RefreshResult {
        try run(within: 60) { try await $0.refreshIfNeeded() }
    }

    /// What an app does when it starts; time passes for retries, no more than a minute.
    @discardableResult
    package func checkOnLaunch() throws -> RefreshResult {
        try run(within: 60) { try await $0.checkOnLaunch() }
    }

    /// The machine is awake and time passes.
    package func advance(by seconds: Int64) throws { try simulation.advance(by: seconds) }

    /// Time passes until a moment.
    package func advance(to time: Timestamp) throws { try simulation.advance(to: time) }

    // MARK: Seeing

    /// What is known now.
    package var snapshot: LicenseSnapshot {
        get throws {
            guard let engine else { throw BenchError.noProcess }
            return engine.snapshot
        }
    }

    /// The state now.
    package var state: LicenseState { get throws { try snapshot.state } }

    /// The wall clock.
    package var now: Timestamp { simulation.clock.now().wall }

    /// The stored record; empty when there is none.
    package var record: LicenseRecord {
        get throws {
            if case .record(let record) = memory.load() { record } else { LicenseRecord() }
        }
    }

    /// The stored record without the times of attempts and the time floor, which change as time passes.
    package var recordBesidesTimes: LicenseRecord {
        get throws {
            var record = try record
            record.lastAttempt = nil
            record.notBefore = nil
            record.timeFloor = nil
            return record
        }
    }

    /// How many requests were sent.
    package var requestCount: Int { transport.requestCount }

    /// How many requests went to an endpoint, such as `validate`.
    package func requestCount(to endpoint: String) -> Int { transport.requestCount(to: endpoint) }

    /// Ends the process and checks that it left nothing behind.
    package func finish() throws {
        endProcess()
        try simulation.finish()
    }

    private static func counter() -> @Sendable () -> UInt32 {
        let next = Locked<UInt32>(0x1000_0000)
        return {
            next.withLock {
                $0 &+= 1
                return $0
            }
        }
    }
}

/// Why a bench cannot do what it was asked.
package enum BenchError: Error {
    case noProcess
    case badFixture
}

extension LicensePolicy {
    /// The standard numbers without jitter, for tests that name exact seconds.
    package static var exact: LicensePolicy {
        var policy = LicensePolicy.standard
        policy.scheduleJitter = 0
        return policy
    }
}
