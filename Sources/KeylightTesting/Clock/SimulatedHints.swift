public import KeylightClock
import KeylightCore

/// Hints of the system that a test posts: a wake-up, a changed clock, a network, the foreground.
///
/// Give it to the code under test in place of the platform's. Handlers are called at once, on the calling
/// thread; with ``Simulation``, drain it afterwards.
///
/// ```swift
/// let hints = SimulatedHints()
/// // … hints: hints …
/// hints.post(.woke)
/// try simulation.drain()
/// ```
public final class SimulatedHints: SystemHintSource {
    private struct State: Sendable {
        var handlers: [(id: UInt64, call: @Sendable (SystemHint) -> Void)] = []
        var lastID: UInt64 = 0
    }

    private let state = Locked(State())

    /// Makes a source that nobody listens to yet.
    public init() {}

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.handlers.count } }

    /// Tells everybody who listens, in the order in which they began.
    public func post(_ hint: SystemHint) {
        for handler in state.withLock({ $0.handlers }) { handler.call(hint) }
    }

    /// Calls the handler with each hint that is posted until the returned task is cancelled.
    public func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
        let id = state.withLock { state in
            state.lastID &+= 1
            state.handlers.append((state.lastID, handler))
            return state.lastID
        }
        return BackgroundTask { [weak self] in
            self?.state.withLock { $0.handlers.removeAll { $0.id == id } }
        }
    }
}
