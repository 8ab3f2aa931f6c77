public import Foundation
import KeylightCore

extension Notification.Name {
    /// Posted for each ``KeylightCore/LicenseEvent``, which stands in the user info under ``KeylightNotification/eventKey``.
    ///
    /// The object is the engine. It is posted on no particular thread.
    public static let keylightLifecycleEvent = Notification.Name("dev.keylight.lifecycleEvent")
}

/// The keys of the notification's user info.
public enum KeylightNotification {
    /// Under it stands the ``KeylightCore/LicenseEvent``.
    public static let eventKey = "event"
}
