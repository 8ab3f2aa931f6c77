public struct Notification: Hashable {
    public struct Name: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var name: Name
    public var object: Any?
    public var userInfo: [AnyHashable: Any]?
    public init(name: Notification.Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
        self.name = name
        self.object = object
        self.userInfo = userInfo
    }
    public static func == (left: Notification, right: Notification) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { NotificationCenter() }
    open func post(_ notification: Notification) {}
    open func post(name aName: Notification.Name, object anObject: Any?) {}
    open func post(
        name aName: Notification.Name,
        object anObject: Any?,
        userInfo aUserInfo: [AnyHashable: Any]? = nil
    ) {}
    open func addObserver(
        forName name: Notification.Name?,
        object obj: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        self
    }
    open func removeObserver(_ observer: Any) {}
}

open class NSNotification: NSObject {
    public typealias Name = Notification.Name
}

extension Notification.Name {
    public static let NSSystemClockDidChange = Notification.Name("NSSystemClockDidChangeNotification")
}
