// Runs the engine with a transport and a store of its own: a trial, and an activation that the server refuses.
import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTransport
import KeylightVerification

/// A server that knows no license.
struct RefusingTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let body = Array(#"{"error": "License key not found"}"#.utf8)
        return TransportResponse(
            status: 422,
            headers: [HTTPHeader("Content-Type", "application/json")],
            body: body
        )
    }
}

/// Keeps nothing.
struct ForgetfulStore: LeaseStore {
    func load() throws -> StoredRecord { .absent }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        var record = LicenseRecord()
        change(&record)
        return record
    }

    func erase() throws {}
}

enum Unexpected: Error {
    case names
    case state(LicenseState)
    case activation
}

@main
struct EngineAlone {
    static func main() async throws {
        guard let tenant = ServiceIdentifier("acme"), let product = ServiceIdentifier("app") else {
            throw Unexpected.names
        }
        // The public key of the first test vector in RFC 8032.
        let keys = ["k1": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]
        let engine = LicenseEngine(
            configuration: LicenseEngineConfiguration(
                endpoint: try ServiceEndpoint(tenant: tenant, product: product),
                trustedKeys: try TrustedKeys(base64Keys: keys),
                seed: ProductSeed(trialDurationDays: 14)
            ),
            transport: RefusingTransport(),
            store: ForgetfulStore(),
            clock: SystemClock(),
            runner: SystemBackgroundRunner()
        )
        guard engine.snapshot.state == .trial(daysLeft: 14) else {
            throw Unexpected.state(engine.snapshot.state)
        }
        do {
            try await engine.activate(key: "ACME-TEST-0000-0001")
        } catch let error as KeylightError {
            print("EngineAlone: \(engine.snapshot.state); activation: \(error)")
            return
        }
        throw Unexpected.activation
    }
}
