public struct DispatchQoS: Sendable {
    public static let unspecified = DispatchQoS()

    public enum QoSClass: Sendable {
        case background, utility, `default`, userInitiated, userInteractive, unspecified
    }
}

public class DispatchQueue: @unchecked Sendable {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let concurrent = Attributes(rawValue: 2)
    }

    public enum AutoreleaseFrequency: Sendable {
        case inherit
        case workItem
        case never
    }

    init() {}

    public convenience init(
        label: String,
        qos: DispatchQoS = .unspecified,
        attributes: DispatchQueue.Attributes = [],
        autoreleaseFrequency: DispatchQueue.AutoreleaseFrequency = .inherit,
        target: DispatchQueue? = nil
    ) {
        self.init()
    }

    public func async(
        group: DispatchGroup? = nil,
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable () -> Void
    ) {}

    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue() }
}

public class DispatchGroup: @unchecked Sendable {}

public struct DispatchWorkItemFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public protocol DispatchSourceProtocol: AnyObject {
    func setEventHandler(handler: (@Sendable () -> Void)?)
    func setCancelHandler(handler: (@Sendable () -> Void)?)
    func activate()
    func cancel()
}

public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}

public class DispatchSource {
    public struct FileSystemEvent: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let write = FileSystemEvent(rawValue: 2)
    }

    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32,
        eventMask: FileSystemEvent,
        queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { fatalError("never run") }
}
