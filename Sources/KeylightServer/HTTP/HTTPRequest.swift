/// One whole request as it came over the wire.
struct HTTPRequest: Sendable, Equatable {
    var method: String
    /// The target without its query, percent signs left as they came.
    var path: String
    /// What followed the `?`; nil when there was none.
    var query: String?
    var headers: HTTPHeaderFields
    var body: [UInt8]
    /// Whether the connection may stay open after the reply.
    var keepsAlive: Bool
    /// An HTTP/1.0 client has to be told that the connection stays open.
    var isVersion10: Bool
}
