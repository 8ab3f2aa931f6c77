@_exported public import Foundation

open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { NSWorkspace() }
    open var notificationCenter: NotificationCenter { .default }
}

extension NSWorkspace {
    public class var didWakeNotification: NSNotification.Name { NSNotification.Name("") }
    public class var screensDidWakeNotification: NSNotification.Name { NSNotification.Name("") }
}
