package import KeylightCore
package import KeylightEngine

/// What an engine announced, in order.
package final class Announcements: Sendable {
    private struct Heard: Sendable {
        var snapshots: [LicenseSnapshot] = []
        var events: [LicenseEvent] = []
    }

    private let heard = Locked(Heard())

    package init() {}

    /// The snapshots that were published.
    package var snapshots: [LicenseSnapshot] { heard.withLock { $0.snapshots } }
    /// The events that occurred.
    package var events: [LicenseEvent] { heard.withLock { $0.events } }

    /// Forgets what was heard so far.
    package func forget() { heard.withLock { $0 = Heard() } }

    /// What listens.
    package var observer: LicenseObserver {
        LicenseObserver(
            snapshotChanged: { [weak self] snapshot in self?.heard.withLock { $0.snapshots.append(snapshot) }
            },
            eventOccurred: { [weak self] event in self?.heard.withLock { $0.events.append(event) } }
        )
    }
}
