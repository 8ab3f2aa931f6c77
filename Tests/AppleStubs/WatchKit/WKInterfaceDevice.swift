public import Foundation

@MainActor
open class WKInterfaceDevice: NSObject {
    open class func current() -> WKInterfaceDevice { WKInterfaceDevice() }
    open var identifierForVendor: UUID? { nil }
}
