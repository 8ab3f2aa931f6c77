import Keylight
import KeylightServer
import Testing

@testable import keylightctl

/// The SDK as an app configures it, against the local server over real sockets, in virtual time.
@Suite("A life with the local server")
struct LifeWithServerTests {
    private static let key = "ACME-TEST-0000-0001"

    private struct Bench {
        let time = DemoTime()
        let server: LocalLicenseServer

        init(settings: ServedSettings) throws {
            let clock = time.clock
            server = try LocalLicenseServer(
                configuration: LocalLicenseServerConfiguration(
                    tenant: "acme",
                    product: "app",
                    signingSeed: [UInt8](1...32),
                    licenses: [ServedLicense(key: LifeWithServerTests.key, entitlements: ["pro"], seats: 1)],
                    settings: settings,
                    now: { clock.now().wall.secondsSince1970 }
                )
            )
            try server.start()
        }

        func launch(
            telemetry: TelemetryLevel = .full,
            store: any LeaseStore,
            keys: TrustedPublicKeys? = nil,
            machine: String = "hardware-1"
        ) throws -> LicenseEngine {
            try KeylightConfiguration(
                sdkKey: nil,
                tenantId: "acme",
                productId: "app",
                trustedPublicKeys: keys ?? [server.kid: server.publicKeyBase64],
                baseURL: server.baseURL,
                requireSignedConfig: true,
                storage: .custom(store),
                appVersion: "1.0",
                telemetry: telemetry,
                machineIdentifier: machine,
                clock: time.clock,
                runner: time.tracker,
                logHandlers: []
            ).makeEngine()
        }
    }

    @Test("trial told by signed settings, activation, end, renewal, deactivation")
    func wholeLife() async throws {
        let bench = try Bench(settings: ServedSettings(trialDurationDays: 14, isFreeTierEnabled: true))
        defer { bench.server.stop() }
        let store = InMemoryLeaseStore()
        let engine = try bench.launch(store: store)
        #expect(engine.snapshot.state == .expired)
        // Nothing is compiled in: the report's answer tells of the trial.
        try await bench.time.call { _ = try await engine.checkOnLaunch() }
        await bench.time.pass(1)
        #expect(engine.snapshot.state == .trial(daysLeft: 14))
        let install = try #require(bench.server.state.installs.first)
        #expect(install.state == "trial" && install.machineHash?.count == 64)
        await bench.time.pass(14 * Seconds.day)
        #expect(engine.snapshot.state == .freeTier)
        #expect(bench.server.state.installs.map(\.state) == ["free_tier"])

        try await bench.time.call { try await engine.activate(key: Self.key) }
        #expect(engine.snapshot.state == .licensed)
        let seat = try #require(bench.server.state.seats.first)
        #expect(bench.server.state.installs.first?.activatedAs == seat.instanceID)
        try bench.server.setLicenseEnd(bench.time.now.secondsSince1970, of: Self.key)
        try await bench.time.call { try await engine.validate() }
        #expect(engine.snapshot.state == .expired && engine.snapshot.reason == .licenseEnded)
        try bench.server.setLicenseEnd(nil, of: Self.key)
        await bench.time.pass(LicensePolicy.standard.recoveryInterval + 1)
        #expect(engine.snapshot.state == .licensed)

        let result = try await bench.time.call { try await engine.deactivate() }
        guard case .released = result else {
            Issue.record("the seat is not free")
            return
        }
        #expect(bench.server.state.seats.isEmpty)
        #expect(engine.snapshot.state == .freeTier)
    }

    @Test("a machine that asks again after its record was lost gets its seat again")
    func sameMachine() async throws {
        let bench = try Bench(settings: ServedSettings(trialDurationDays: 0))
        defer { bench.server.stop() }
        let first = try bench.launch(store: InMemoryLeaseStore())
        try await bench.time.call { try await first.activate(key: Self.key) }
        let second = try bench.launch(store: InMemoryLeaseStore())
        try await bench.time.call { try await second.activate(key: Self.key) }
        #expect(bench.server.state.seats.count == 1)
        #expect(second.snapshot.state == .licensed)
        let other = try bench.launch(store: InMemoryLeaseStore(), machine: "hardware-2")
        let error = await #expect(throws: KeylightError.self) {
            try await bench.time.call { try await other.activate(key: Self.key) }
        }
        #expect(error?.kind == .seatLimitReached)
    }

    @Test("settings whose signature was spoiled are refused, and the verdict beside them counts")
    func spoiledSettings() async throws {
        let bench = try Bench(settings: ServedSettings(trialDurationDays: 30))
        defer { bench.server.stop() }
        let engine = try bench.launch(telemetry: .off, store: InMemoryLeaseStore())
        try await bench.time.call { try await engine.activate(key: Self.key) }
        try bench.server.inject(.badSettingsSignature)
        try await bench.time.call { try await engine.validate() }
        #expect(engine.snapshot.state == .licensed)
        let error = await #expect(throws: KeylightError.self) {
            try await bench.time.call { try await engine.fetchConfig() }
        }
        guard case .noAnswer(.refusedSettings)? = error?.kind else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        bench.server.clearFaults()
        let settings = try await bench.time.call { try await engine.fetchConfig() }
        #expect(settings == ProductSettings(trialDurationDays: 30, freeTierEnabled: false))
    }

    @Test("with telemetry off the server hears nothing of an install without a license")
    func quiet() async throws {
        let bench = try Bench(settings: ServedSettings())
        defer { bench.server.stop() }
        let engine = try bench.launch(telemetry: .off, store: InMemoryLeaseStore())
        try await bench.time.call { _ = try await engine.checkOnLaunch() }
        await bench.time.pass(3 * Seconds.day)
        #expect(bench.server.recordedRequests.isEmpty)
        withExtendedLifetime(engine) {}
    }

    @Test("a rotation reaches an app that knows the next key, over the wire")
    func rotation() async throws {
        let bench = try Bench(settings: ServedSettings())
        defer { bench.server.stop() }
        let old = TrustedPublicKeys.Entry(kid: bench.server.kid, base64: bench.server.publicKeyBase64)
        let store = InMemoryLeaseStore()
        let engine = try bench.launch(store: store)
        try await bench.time.call { try await engine.activate(key: Self.key) }
        try bench.server.rotateKey(to: [UInt8](2...33), kid: "k2")
        let new = TrustedPublicKeys.Entry(kid: "k2", base64: bench.server.publicKeyBase64)
        await #expect(throws: KeylightError.self) {
            try await bench.time.call { try await engine.validate() }
        }
        #expect(engine.snapshot.state == .licensed)
        let updated = try bench.launch(store: store, keys: TrustedPublicKeys([old, new]))
        #expect(updated.snapshot.state == .licensed)
        try await bench.time.call { try await updated.validate() }
        guard case .record(let record) = store.load() else {
            Issue.record("there is no record")
            return
        }
        #expect(record.lease?.kid == "k2")
    }
}
