public import Foundation

@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { UIDevice() }
    open var identifierForVendor: UUID? { nil }
}
