import KeylightCore

/// What cancels each request, for a server that knows when.
final class Cancellations: Sendable {
    private struct Entry: Sendable {
        var cancel: (@Sendable () -> Void)?
        var isDue = false
    }

    private let entries = Locked([String: Entry]())

    func add(_ path: String, _ cancel: @escaping @Sendable () -> Void) {
        let isDue = entries.withLock { entries in
            entries[path, default: Entry()].cancel = cancel
            return entries[path]?.isDue ?? false
        }
        if isDue { cancel() }
    }

    /// Cancels at once, or as soon as it is known how.
    func cancel(_ path: String) {
        let cancel = entries.withLock { entries in
            entries[path, default: Entry()].isDue = true
            return entries[path]?.cancel
        }
        cancel?()
    }
}
