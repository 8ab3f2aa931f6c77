/// One complete HTTP reply.
public struct TransportResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// Header fields.
    public var headers: [HTTPHeader]
    /// The whole body.
    public var body: [UInt8]

    /// Makes a reply.
    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header with this name, in any case.
    public func header(_ name: String) -> String? { headers.value(of: name) }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
    /// Status and size; the body may hold a lease and is not shown.
    public var description: String { "\(status), \(body.count) bytes" }
    /// Shows status and size only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
