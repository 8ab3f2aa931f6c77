import KeylightClock

/// Starts nothing: the rows end when the verdict is there, and what comes after it in the background is not theirs.
struct NoRunner: BackgroundRunner {
    func run(_ operation: @escaping @Sendable () async -> Void) -> BackgroundTask {
        BackgroundTask {}
    }
}
