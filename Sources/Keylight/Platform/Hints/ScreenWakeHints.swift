#if canImport(AppKit)
    import AppKit
    import KeylightClock

    /// The screens woke up; after a dark wake, the first sign that somebody is there.
    enum ScreenWakeHints {
        static let source: any SystemHintSource = NotificationHints(
            NSWorkspace.screensDidWakeNotification,
            as: .woke,
            center: { NSWorkspace.shared.notificationCenter }
        )
    }
#endif
