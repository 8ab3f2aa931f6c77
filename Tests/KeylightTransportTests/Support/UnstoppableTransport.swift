import KeylightCore
import KeylightTransport

/// A transport that never returns and does not care about cancellation, until the test lets it go.
final class UnstoppableTransport: Transport {
    private let state = Locked([CheckedContinuation<TransportResponse, any Error>]())

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { $0.append(continuation) }
        }
    }

    var waitingCount: Int { state.withLock { $0.count } }

    /// Lets every waiting request end with this result.
    func release(_ result: Result<TransportResponse, any Error>) {
        let waiting = state.withLock { state in
            defer { state = [] }
            return state
        }
        for continuation in waiting { continuation.resume(with: result) }
    }
}
