import KeylightTesting
import Testing

@testable import Keylight

@Suite("Telemetry levels")
struct TelemetryLevelTests {
    private func fields(_ level: TelemetryLevel) async throws -> (activation: [String], keyless: [String]?) {
        let clock = VirtualClock()
        let service = try SimulatedLicenseService(
            clock: clock,
            transport: ScriptedTransport(),
            signer: TestSigner()
        )
        let configuration = try KeylightConfiguration(
            sdkKey: nil,
            tenantId: "acme",
            productId: "editor",
            trustedPublicKeys: TrustedPublicKeys(
                service.trustedKeys.map { .init(kid: $0.key, base64: $0.value) }
            ),
            trialDurationDays: 14,
            storage: .inMemory,
            instanceName: "desk",
            appVersion: "1.0",
            telemetry: level,
            machineIdentifier: "hardware-1",
            transport: service.transport,
            clock: clock,
            logHandlers: []
        )
        let engine = configuration.makeEngine()
        _ = try await engine.checkOnLaunch()
        if level != .off { try await service.transport.waitForRequests(count: 1) }
        try await engine.activate(key: service.licenseKey.rawValue)
        let activation = try #require(service.transport.requests(to: "activate").first)
        return (activation.bodyFieldNames, service.transport.requests(to: "keyless").first?.bodyFieldNames)
    }

    @Test("off: nothing optional, and no reports without a license")
    func off() async throws {
        let fields = try await fields(.off)
        #expect(fields.activation == ["license_key", "instance_name"])
        #expect(fields.keyless == nil)
    }

    @Test("standard: versions, platform and SDK")
    func standard() async throws {
        let fields = try await fields(.standard)
        let keyless = try #require(fields.keyless)
        let told = Set(keyless).subtracting(["instance_id", "state", "machine_hash"])
        #expect(told.isSubset(of: ["sdk", "sdk_version", "app_version", "platform", "os_version"]))
        #expect(told.isSuperset(of: ["sdk", "sdk_version", "app_version", "platform"]))
        #expect(keyless.contains("machine_hash"))
        #expect(Set(fields.activation).isSuperset(of: ["machine_hash", "sdk_trial_duration_days"]))
    }

    @Test("full: also the classes of the device")
    func full() async throws {
        let fields = try await fields(.full)
        #expect(Set(fields.activation).isSuperset(of: ["arch", "cpu_cores", "memory"]))
        #expect(Set(try #require(fields.keyless)).isSuperset(of: ["arch", "cpu_cores", "memory"]))
    }

    @Test("BL-053: the first good identifier stays, and a blank one is never remembered")
    func identifier() {
        let rows: [(script: [String?], expected: [String?])] = [
            (["A", nil, "A"], ["A", "A", "A"]), (["A", "B"], ["A", "A"]), (["", "A"], [nil, "A"]),
            ([nil, "uninitialized", "0000", "A\n", nil], [nil, nil, nil, "A\n", "A\n"]),
            (["00000000-0000-0000-0000-000000000000"], [nil]),
        ]
        for (script, expected) in rows {
            let rest = Locked(script)
            let identifier = MachineIdentifier { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            #expect(script.map { _ in identifier.value } == expected)
        }
    }
}
