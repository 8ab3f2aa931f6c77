public protocol NSObjectProtocol: AnyObject {
    var description: String { get }
}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
    public init() {}
    open var description: String { "" }
    public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) {}
}

open class NSError: NSObject, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
    open var domain: String { "" }
    open var code: Int { 0 }
    open var userInfo: [String: Any] { [:] }
    open var localizedDescription: String { "" }
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open var name: String?
    open var maxConcurrentOperationCount: Int = -1
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

// The compiler calls these for `error as NSError` and back.
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { NSError(domain: "", code: 0) }
