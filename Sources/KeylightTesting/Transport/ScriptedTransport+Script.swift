import KeylightCore

extension ScriptedTransport {
    /// Adds replies for the next requests, in order.
    public func enqueue(_ replies: ScriptedReply...) {
        enqueue(replies)
    }

    /// Adds replies for the next requests, in order.
    public func enqueue(_ replies: [ScriptedReply]) {
        state.withLock { $0.queue += replies }
    }

    /// Forgets the replies that no request has used.
    public func removeQueuedReplies() {
        state.withLock { $0.queue.removeAll() }
    }

    /// How many enqueued replies no request has used.
    public var queuedReplyCount: Int { state.withLock { $0.queue.count } }

    /// What answers when no enqueued reply is left.
    public var fallback: Fallback {
        get { state.withLock { $0.fallback } }
        set { state.withLock { $0.fallback = newValue } }
    }

    /// Which request id replies carry.
    public var echo: RequestIDEcho {
        get { state.withLock { $0.echo } }
        set { state.withLock { $0.echo = newValue } }
    }

    /// Whether a request ends when its task is cancelled; true at first.
    ///
    /// With false a held request goes on until it is released, as under an HTTP stack that cannot be stopped.
    public var honoursCancellation: Bool {
        get { state.withLock { $0.honoursCancellation } }
        set { state.withLock { $0.honoursCancellation = newValue } }
    }
}
