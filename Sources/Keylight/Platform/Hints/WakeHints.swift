#if canImport(AppKit)
    import AppKit
    import KeylightClock

    /// The Mac woke up.
    enum WakeHints {
        static let source: any SystemHintSource = NotificationHints(
            NSWorkspace.didWakeNotification,
            as: .woke,
            center: { NSWorkspace.shared.notificationCenter }
        )
    }
#endif
