import Keylight

/// A transport for commands that promise to use no network.
struct NoNetwork: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.notConnected)
    }
}
