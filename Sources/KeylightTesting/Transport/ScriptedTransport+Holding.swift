import KeylightCore
public import KeylightTransport

extension ScriptedTransport {
    /// A request that waits to be released.
    struct HeldRequest: Sendable {
        let id: UInt64
        let request: TransportRequest
        let continuation: CheckedContinuation<ScriptedReply, any Error>
    }

    /// The requests that are held now, oldest first.
    public var heldRequests: [TransportRequest] { state.withLock { $0.held.map(\.request) } }

    /// How many requests are held now.
    public var heldCount: Int { state.withLock { $0.held.count } }

    /// Lets the oldest held request go on with this reply.
    ///
    /// - Throws: ``ScriptedTransportError/nothingHeld``.
    public func release(_ reply: ScriptedReply) throws {
        try release(reply) { _ in true }
    }

    /// Lets the oldest held request to this endpoint go on with this reply.
    ///
    /// - Throws: ``ScriptedTransportError/nothingHeld``.
    public func release(_ endpoint: String, with reply: ScriptedReply) throws {
        try release(reply) { $0.endpoint == endpoint }
    }

    /// Lets every held request go on with this reply, oldest first.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func releaseAll(with reply: ScriptedReply) -> Int {
        let held = state.withLock { state -> [HeldRequest] in
            defer {
                state.held.removeAll()
                _ = state.heldCount.set(0)
            }
            return state.held
        }
        for request in held { request.continuation.resume(returning: reply) }
        return held.count
    }

    /// Waits until at least `count` requests are held; for tests without a ``Simulation``.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForHeldRequests(count: Int) async throws {
        try await state.wait(for: count, of: \.heldCount)
    }

    /// Waits until the request is released, and returns what it is to be answered with.
    func hold(_ request: TransportRequest) async throws -> ScriptedReply {
        let id = state.withLock { state -> UInt64 in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                keep(HeldRequest(id: id, request: request, continuation: continuation))
            }
        } onCancel: {
            if honoursCancellation { drop(id) }
        }
    }

    private func keep(_ held: HeldRequest) {
        // Asked under the lock: a cancellation that is not seen here finds the request among the held.
        let satisfied = state.withLock { state -> [Resumption]? in
            if state.honoursCancellation, Task.isCancelled { return nil }
            state.held.append(held)
            return state.heldCount.set(state.held.count)
        }
        guard let satisfied else { return held.continuation.resume(throwing: CancellationError()) }
        for waiter in satisfied { waiter.resume() }
    }

    private func drop(_ id: UInt64) {
        let dropped = state.withLock { $0.removeHeld { $0.id == id } }
        dropped?.continuation.resume(throwing: CancellationError())
    }

    private func release(_ reply: ScriptedReply, where matches: (TransportRequest) -> Bool) throws {
        guard let held = state.withLock({ $0.removeHeld { matches($0.request) } }) else {
            throw ScriptedTransportError.nothingHeld
        }
        held.continuation.resume(returning: reply)
    }
}

extension ScriptedTransport.State {
    /// Takes out the first held request that matches.
    mutating func removeHeld(
        where matches: (ScriptedTransport.HeldRequest) -> Bool
    ) -> ScriptedTransport.HeldRequest? {
        guard let index = held.firstIndex(where: matches) else { return nil }
        defer { _ = heldCount.set(held.count) }
        return held.remove(at: index)
    }
}
