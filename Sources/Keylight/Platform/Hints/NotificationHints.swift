import Foundation
import KeylightClock

/// Turns a notification into a hint.
struct NotificationHints: SystemHintSource {
    let name: Notification.Name
    let hint: SystemHint
    let center: @Sendable () -> NotificationCenter

    init(
        _ name: Notification.Name,
        as hint: SystemHint,
        center: @escaping @Sendable () -> NotificationCenter = { .default }
    ) {
        self.name = name
        self.hint = hint
        self.center = center
    }

    func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
        let center = center()
        // An opaque token, whose only use is to be handed back; the center's methods may be called anywhere.
        nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) {
            [hint] _ in
            handler(hint)
        }
        return BackgroundTask { center.removeObserver(token) }
    }
}
