#if canImport(Darwin)
    import Foundation
    import KeylightClock

    /// The wall clock was set.
    enum ClockChangeHints {
        static let source: any SystemHintSource = NotificationHints(
            .NSSystemClockDidChange,
            as: .clockChanged
        )
    }
#endif
