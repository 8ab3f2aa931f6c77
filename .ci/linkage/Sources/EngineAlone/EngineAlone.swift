// Uses the engine with a transport and a store of its own.
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightTransport

/// Answers every request with "try again later".
struct BusyTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        TransportResponse(status: 503)
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

@main
struct EngineAlone {
    static func main() async throws {
        let transport: any Transport = BusyTransport()
        let store: any LeaseStore = ForgetfulStore()
        let reply = try await transport.send(
            TransportRequest(method: "POST", url: "https://localhost/", path: "/", headers: [], body: nil)
        )
        print("EngineAlone: status \(reply.status), \(try store.load())")
    }
}
