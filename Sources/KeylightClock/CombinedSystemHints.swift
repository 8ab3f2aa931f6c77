/// Several sources of hints as one.
public struct CombinedSystemHints: SystemHintSource {
    private let sources: [any SystemHintSource]

    /// Puts sources together, such as the platform's and the app's own.
    public init(_ sources: [any SystemHintSource]) {
        self.sources = sources
    }

    /// Calls the handler with each hint of each source.
    public func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
        let tasks = sources.map { $0.listen(handler) }
        return BackgroundTask { for task in tasks { task.cancel() } }
    }
}
