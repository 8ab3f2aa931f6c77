/// Where the engine hears of wake-ups, clock changes and networks.
///
/// ```swift
/// struct MyHints: SystemHintSource {
///     func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
///         let token = powerNotifications.add { handler(.woke) }
///         return BackgroundTask { powerNotifications.remove(token) }
///     }
/// }
/// ```
public protocol SystemHintSource: Sendable {
    /// Calls the handler with each hint, from any thread, until the returned task is cancelled.
    func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask
}

/// Never gives a hint; deadlines are then computed afresh at the engine's own hops.
public struct NoSystemHints: SystemHintSource {
    /// Makes a source that is silent.
    public init() {}

    /// Calls nobody.
    public func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
        BackgroundTask {}
    }
}
