import Keylight

/// An app that uses the SDK, from its launch until it is let go of.
final class DemoApp: Sendable {
    let engine: LicenseEngine
    private let observation: LicenseObservation
    private let seen: Locked<[LicenseEvent]>

    /// Launches the app; its license is resolved when this returns.
    init(configuration: KeylightConfiguration, tracker: WorkTracker) {
        let seen = Locked<[LicenseEvent]>([])
        let engine = configuration.makeEngine()
        self.engine = engine
        self.seen = seen
        observation = engine.observe(
            LicenseObserver(
                eventOccurred: { event in seen.withLock { $0.append(event) } },
                checkingChanged: { tracker.checkingChanged($0) }
            )
        )
    }

    /// The events since the last call of this.
    func takeEvents() -> [LicenseEvent] {
        seen.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
