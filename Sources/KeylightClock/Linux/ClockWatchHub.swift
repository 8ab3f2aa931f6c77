import KeylightCore

/// Tells any number of listeners of clock changes and wake-ups, from one thread that lives while there is one.
final class ClockWatchHub: Sendable {
    typealias Handler = @Sendable (SystemHint) -> Void

    private struct State {
        var handlers: [UInt64: Handler] = [:]
        var lastID: UInt64 = 0
        var watch: (any ClockEventWaiting)?
    }

    private let state = Locked(State())
    private let makeWatch: @Sendable () -> (any ClockEventWaiting)?
    private let suspended: @Sendable () -> Int64
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    /// Makes a hub without listeners, and so without a thread.
    ///
    /// - Parameters:
    ///   - makeWatch: makes what the thread waits on; nil when the system offers nothing, and then nobody is
    ///     ever told of anything.
    ///   - suspended: how long the machine has slept since it booted, in nanoseconds.
    ///   - startThread: runs a closure on a thread of its own; false when there can be none.
    init(
        makeWatch: @escaping @Sendable () -> (any ClockEventWaiting)?,
        suspended: @escaping @Sendable () -> Int64,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
    ) {
        self.makeWatch = makeWatch
        self.suspended = suspended
        self.startThread = startThread
    }

    /// Calls the handler, on the hub's thread, until the returned task is cancelled.
    ///
    /// A call that is under way then ends; no other begins once `cancel()` has returned.
    func listen(_ handler: @escaping Handler) -> BackgroundTask {
        let (id, begun) = state.withLock { state -> (UInt64, (any ClockEventWaiting)?) in
            state.lastID &+= 1
            state.handlers[state.lastID] = handler
            guard state.watch == nil else { return (state.lastID, nil) }
            state.watch = makeWatch()
            return (state.lastID, state.watch)
        }
        if let begun { run(begun) }
        return BackgroundTask { [self] in remove(id) }
    }

    private func remove(_ id: UInt64) {
        let ended = state.withLock { state -> (any ClockEventWaiting)? in
            state.handlers[id] = nil
            guard state.handlers.isEmpty else { return nil }
            defer { state.watch = nil }
            return state.watch
        }
        ended?.stop()
    }

    private func run(_ watch: any ClockEventWaiting) {
        let began = startThread { [self] in
            var rule = SuspensionRule(suspended: suspended())
            while true {
                let event = watch.wait()
                guard event != .stopped else { return }
                for hint in rule.hints(after: event, suspended: suspended()) { tell(hint, from: watch) }
            }
        }
        guard !began else { return }
        state.withLock { if $0.watch === watch { $0.watch = nil } }
    }

    private func tell(_ hint: SystemHint, from watch: any ClockEventWaiting) {
        let handlers = state.withLock { state in
            // A thread that has been stopped, while another was started, has nothing to say.
            state.watch === watch ? state.handlers.sorted { $0.key < $1.key }.map(\.value) : []
        }
        for handler in handlers { handler(hint) }
    }
}
