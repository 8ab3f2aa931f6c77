#if canImport(AppKit)
    import Foundation
    import KeylightClock

    /// The app came to the foreground.
    enum AppActiveHints {
        // By its text: AppKit's constant belongs to a class of the main actor, where nobody is here.
        static let sources: [any SystemHintSource] = [
            NotificationHints(Notification.Name("NSApplicationDidBecomeActiveNotification"), as: .foreground)
        ]
    }
#elseif canImport(UIKit) && !os(watchOS)
    import KeylightClock
    import UIKit

    /// The app came to the foreground.
    enum AppActiveHints {
        static let sources: [any SystemHintSource] = [
            NotificationHints(UIApplication.willEnterForegroundNotification, as: .foreground),
            NotificationHints(UIApplication.didBecomeActiveNotification, as: .foreground),
        ]
    }
#endif
