import KeylightCore

/// Whether this process may ask the server on behalf of all that share a store.
public enum RefreshLockOutcome: Sendable {
    /// It may, for as long as it holds this.
    case acquired(RefreshLock)
    /// Another one is asking.
    case heldElsewhere
    /// The store cannot keep processes apart, so everybody may.
    case notOffered
}

/// The right to ask the server; given back when it is released or let go, and when the process ends.
public final class RefreshLock: Sendable {
    private let giveBack: Locked<(@Sendable () -> Void)?>

    /// Makes a lock from what gives it back.
    public init(release: @escaping @Sendable () -> Void) {
        giveBack = Locked(release)
    }

    deinit { release() }

    /// Gives it back, once.
    public func release() {
        let giveBack = giveBack.withLock { action in
            defer { action = nil }
            return action
        }
        giveBack?()
    }
}
