/// Whether each launch asks the server.
public enum LaunchValidation: String, Sendable, Hashable {
    /// Each launch makes one request.
    case always
    /// A launch asks only when the last success is stale or the lease near its end: for tools that start
    /// many times a minute.
    case ifStale
}
