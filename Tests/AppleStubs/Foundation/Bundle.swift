open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { Bundle() }
    open var bundleIdentifier: String? { nil }
    open var infoDictionary: [String: Any]? { nil }
    open func object(forInfoDictionaryKey key: String) -> Any? { nil }
}
