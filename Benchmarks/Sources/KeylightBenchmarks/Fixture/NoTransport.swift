import KeylightTransport

/// Carries nothing; no row asks it to.
struct NoTransport: Transport {
    struct Unavailable: Error {}

    func send(_ request: TransportRequest) async throws -> TransportResponse { throw Unavailable() }
}
