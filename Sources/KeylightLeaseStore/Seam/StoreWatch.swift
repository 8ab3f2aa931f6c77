import KeylightCore

/// Keeps watching a store; letting go of it, or ``cancel()``, ends that.
public final class StoreWatch: Sendable {
    private let stop: Locked<(@Sendable () -> Void)?>

    /// Makes a watch from what stops it.
    public init(stop: @escaping @Sendable () -> Void) {
        self.stop = Locked(stop)
    }

    deinit { cancel() }

    /// Stops watching; a call that is under way still ends.
    public func cancel() {
        let stop = stop.withLock { action in
            defer { action = nil }
            return action
        }
        stop?()
    }
}
