import KeylightCore
import KeylightTransport

/// Holds the caller of one request until the first of reply, failure and cancellation.
///
/// A state machine under one lock: the continuation is resumed exactly once, in whatever order the
/// session's callbacks, the limits and the cancellation come, and always outside the lock.
final class ReplyWaiter: Sendable {
    typealias Outcome = Result<TransportResponse, any Error>
    typealias Continuation = CheckedContinuation<TransportResponse, any Error>

    private struct State: Sendable {
        var continuation: Continuation?
        var outcome: Outcome?
        /// What ends the session's task; nil before there is one and after it was used.
        var cleanUp: (@Sendable () -> Void)?
        var head: TransportResponse?
        var body: [UInt8] = []
    }

    private let state = Locked(State())
    private let maximumBytes: Int

    init(maximumBytes: Int) {
        self.maximumBytes = max(0, maximumBytes)
    }

    /// Takes the caller's continuation; false when it is over already, and nothing need be sent.
    func begin(_ continuation: Continuation) -> Bool {
        let early: Outcome? = state.withLock { state in
            guard let outcome = state.outcome else {
                state.continuation = continuation
                return nil
            }
            return outcome
        }
        guard let early else { return true }
        continuation.resume(with: early)
        return false
    }

    /// Takes what is to be done when it is over; does it at once when it already is, and returns false.
    func whenOver(_ cleanUp: @escaping @Sendable () -> Void) -> Bool {
        let isOver = state.withLock { state in
            guard state.outcome == nil else { return true }
            state.cleanUp = cleanUp
            return false
        }
        if isOver { cleanUp() }
        return !isOver
    }

    /// Takes status and headers, and fails at once when the announced length is too large.
    func receive(head: TransportResponse, announcedBytes: Int64) {
        state.withLock { $0.head = head }
        if announcedBytes > Int64(maximumBytes) { finish(.failure(TransportError(.oversizeReply))) }
    }

    /// Takes a piece of the body, and fails at once when the sum is too large.
    func receive(_ bytes: some Collection<UInt8> & Sendable) {
        let isTooLarge = state.withLock { state in
            guard state.outcome == nil else { return false }
            guard bytes.count <= maximumBytes - state.body.count else { return true }
            state.body.append(contentsOf: bytes)
            return false
        }
        if isTooLarge { finish(.failure(TransportError(.oversizeReply))) }
    }

    /// Ends with what has been received.
    ///
    /// - Parameter fallbackHead: the head for a reply whose head was never announced, such as a redirect
    ///   that was refused.
    func finishReply(fallbackHead: TransportResponse?) {
        let response: TransportResponse? = state.withLock { state in
            guard var response = state.head ?? fallbackHead else { return nil }
            response.body = state.body
            return response
        }
        guard let response else {
            return finish(.failure(TransportError(.connectionLost, message: "no HTTP reply")))
        }
        finish(.success(response))
    }

    /// Ends with this outcome, unless it is over already.
    func finish(_ outcome: Outcome) {
        let ended = state.withLock { state -> (Continuation?, (@Sendable () -> Void)?) in
            guard state.outcome == nil else { return (nil, nil) }
            state.outcome = outcome
            defer {
                state.continuation = nil
                state.cleanUp = nil
                state.body = []
            }
            return (state.continuation, state.cleanUp)
        }
        ended.0?.resume(with: outcome)
        ended.1?()
    }
}
