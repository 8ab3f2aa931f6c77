@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIApplication: UIResponder {}

extension UIApplication {
    public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("")
    }
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("") }
}
