/// Keeps an observer in place; letting go of it, or `cancel()`, removes the observer.
public final class LicenseObservation: Sendable {
    private let removal: @Sendable () -> Void

    init(removal: @escaping @Sendable () -> Void) {
        self.removal = removal
    }

    /// Removes the observer; a call that is under way still ends.
    public func cancel() {
        removal()
    }

    deinit {
        removal()
    }
}
