public import KeylightCore

/// Closures that are called when something changes; each may be left out.
///
/// They are called one after the other, in order and outside every lock, so they may read and call
/// anything. They should return soon: the engine waits for them.
public struct LicenseObserver: Sendable {
    /// Called with each snapshot that is published.
    public var snapshotChanged: (@Sendable (LicenseSnapshot) -> Void)?
    /// Called with each event, after the snapshot that it belongs to.
    public var eventOccurred: (@Sendable (LicenseEvent) -> Void)?
    /// Called when a request to the server begins or ends.
    public var checkingChanged: (@Sendable (Bool) -> Void)?

    /// Makes an observer.
    public init(
        snapshotChanged: (@Sendable (LicenseSnapshot) -> Void)? = nil,
        eventOccurred: (@Sendable (LicenseEvent) -> Void)? = nil,
        checkingChanged: (@Sendable (Bool) -> Void)? = nil
    ) {
        self.snapshotChanged = snapshotChanged
        self.eventOccurred = eventOccurred
        self.checkingChanged = checkingChanged
    }
}
