/// What this process may do with the license that it shares with others.
public enum ProcessRole: String, Sendable, Hashable {
    /// Everything.
    case app
    /// Read: no request, no timer, no trial start, not a byte is written.
    ///
    /// For widgets, extensions and helpers beside the app, which keeps the license for them. Such an engine looks
    /// again when it is asked to (`refreshIfNeeded()`, which only reads here) and, where the store can tell of
    /// changes, by itself.
    case `extension`
}
