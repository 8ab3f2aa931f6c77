public import Dispatch

public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }

    public let status: NWPath.Status
}

public final class NWPathMonitor: Sendable {
    @preconcurrency public final var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { nil }
        set {}
    }
    public init() {}
    public final func start(queue: DispatchQueue) {}
    public final func cancel() {}
}
