import KeylightCore
public import KeylightTransport

extension ScriptedTransport {
    /// All requests so far, oldest first, those that failed or were held among them.
    public var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// How many requests were sent.
    public var requestCount: Int { state.withLock { $0.requests.count } }

    /// The requests to one endpoint, such as `validate`.
    public func requests(to endpoint: String) -> [TransportRequest] {
        requests.filter { $0.endpoint == endpoint }
    }

    /// How many requests were sent to one endpoint, such as `validate`.
    public func requestCount(to endpoint: String) -> Int {
        requests(to: endpoint).count
    }

    /// The requests for which the script had no reply, as method and path.
    public var unscriptedRequests: [String] { state.withLock { $0.unscripted } }

    /// Forgets all requests so far; those that are held stay held.
    public func forgetRequests() {
        state.withLock { state in
            state.requests.removeAll()
            state.unscripted.removeAll()
            _ = state.requestCount.set(0)
        }
    }

    /// Waits until at least `count` requests have been sent; for tests without a ``Simulation``.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForRequests(count: Int) async throws {
        try await state.wait(for: count, of: \.requestCount)
    }
}
