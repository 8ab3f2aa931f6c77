/// One HTTP request, ready to be sent.
public struct TransportRequest: Sendable, Hashable {
    /// `POST` or `GET`.
    public var method: String
    /// The absolute URL.
    public var url: String
    /// The path part of the URL, for logs; it holds no secret.
    public var path: String
    /// Header fields in the order in which they were set.
    public var headers: [HTTPHeader]
    /// The body; nil for none.
    public var body: [UInt8]?
    /// The longest reply body to accept, in bytes; a longer one is ``TransportError/Kind/oversizeReply``.
    public var maximumReplyBytes: Int

    /// Makes a request.
    public init(
        method: String,
        url: String,
        path: String,
        headers: [HTTPHeader],
        body: [UInt8]?,
        maximumReplyBytes: Int = 65_536
    ) {
        self.method = method
        self.url = url
        self.path = path
        self.headers = headers
        self.body = body
        self.maximumReplyBytes = maximumReplyBytes
    }

    /// The value of the first header with this name, in any case.
    public func header(_ name: String) -> String? { headers.value(of: name) }
}

extension TransportRequest: CustomStringConvertible, CustomReflectable {
    /// Method and path; headers and body hold secrets and are not shown.
    public var description: String { "\(method) \(path)" }
    /// Shows method and path only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
