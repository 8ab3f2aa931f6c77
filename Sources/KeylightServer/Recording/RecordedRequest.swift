/// A request as the server received it, for tests that assert on what a client sends.
///
/// It holds the license key and the SDK key as they came: it is meant for tests and never for a log.
public struct RecordedRequest: Sendable, Hashable {
    /// The position among all requests since the server was made, from 1.
    public var number: Int
    /// The method, such as `POST`.
    public var method: String
    /// The path without its query.
    public var path: String
    /// The header fields by lowercase name; repeated lines are joined with `, `.
    public var headers: [String: String]
    /// The body's bytes, chunk framing removed.
    public var body: [UInt8]
    /// What stood in `X-Keylight-Request-Id`; nil when it was not sent.
    public var requestID: String?
    /// The call that the path stands for; nil when it is none.
    public var endpoint: ServerEndpoint?

    /// The body as text, with what is not UTF-8 repaired.
    public var bodyText: String {
        String(decoding: body, as: UTF8.self)
    }
}
