import Keylight

/// Counts the requests that leave a machine, also those that find no server.
final class CountingTransport: Transport {
    private let base: any Transport
    private let sent = Locked(0)

    init(base: any Transport) {
        self.base = base
    }

    /// How many requests were sent.
    var count: Int { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        sent.withLock { $0 += 1 }
        return try await base.send(request)
    }
}
