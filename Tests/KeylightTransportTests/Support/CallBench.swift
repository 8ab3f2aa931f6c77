import KeylightCore
import KeylightLogging
import KeylightTesting
import KeylightVerification

@testable import KeylightTransport

/// A client in virtual time over a scripted transport, with the log that it writes.
final class CallBench: Sendable {
    static let key = "ACME-TEST-0000-0001"
    static let instance = "inst-secret-1"
    static let sdkKey = "sdk_live_" + String(repeating: "5d", count: 32)

    let simulation = Simulation()
    let transport: ScriptedTransport
    let log = InMemoryLogHandler()
    let client: LicensingClient
    let requestID = RequestID(randomBits: 0x0a1b_2c3d)
    let activate: ActivateRequest
    let validate: ValidateRequest
    let deactivate: DeactivateRequest

    init(
        sdkKey: String? = CallBench.sdkKey,
        baseURL: String = "https://api.keylight.dev",
        retryPolicy: RetryPolicy = .standard,
        randomBits: UInt32 = 0,
        transport other: (any Transport)? = nil,
        trustedKeys: [String: String] = [:]
    ) throws {
        let names = try [Self.identifier("acme"), Self.identifier("app")]
        transport = simulation.makeTransport()
        client = LicensingClient(
            endpoint: try ServiceEndpoint(baseURL: baseURL, tenant: names[0], product: names[1]),
            sdkKey: sdkKey.flatMap(SDKKey.init),
            transport: other ?? transport,
            clock: simulation.clock,
            runner: simulation.runner,
            verifier: LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: trustedKeys)),
            retryPolicy: retryPolicy,
            logger: LicenseLogger(category: "test", handlers: [log], minimumLevel: .debug),
            randomBits: { randomBits }
        )
        let key = try LicenseKey(parsing: Self.key)
        guard let instanceID = InstanceID(Self.instance) else { throw BenchError.badFixture }
        activate = ActivateRequest(licenseKey: key, instanceName: "bench")
        validate = ValidateRequest(licenseKey: key, instanceID: instanceID)
        deactivate = DeactivateRequest(licenseKey: key, instanceID: instanceID)
    }

    static func identifier(_ text: String) throws -> ServiceIdentifier {
        guard let identifier = ServiceIdentifier(text) else { throw BenchError.badFixture }
        return identifier
    }

    enum BenchError: Error { case badFixture }

    /// Starts a call and runs it up to its first wait.
    func start(_ call: ServiceCall) throws -> SimulatedTask<Exchange> {
        try simulation.start { [client, activate, validate, deactivate, requestID] in
            switch call {
            case .activate: await client.activate(activate, requestID: requestID)
            case .deactivate: await client.deactivate(deactivate, requestID: requestID)
            default: await client.validate(validate, requestID: requestID)
            }
        }
    }

    /// Makes a call and lets as much time pass as it needs, up to ten minutes.
    func exchange(_ call: ServiceCall) throws -> Exchange {
        let task = try start(call)
        try simulation.advance(by: 600)
        return try task.value()
    }

    /// When each request was sent, in milliseconds since the first.
    var sendTimes: [Int64] {
        let sends = simulation.timeline.filter { $0.text.hasPrefix("request ") }.map(
            \.time.continuous.nanoseconds
        )
        return sends.map { ($0 - sends[0]) / 1_000_000 }
    }

    /// Everything that was logged, in full.
    var loggedText: String { log.lines.joined(separator: "\n") }
}
