/// Starts work that no caller waits for; the one door to unstructured tasks.
///
/// The engine starts its timers and its requests here and nowhere else. The test kit's runner puts them on
/// an executor that the test drains, which makes "nothing was sent before then" a fact and not a hope.
public protocol BackgroundRunner: Sendable {
    /// Starts the operation and returns at once with a handle to cancel it.
    func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask
}
