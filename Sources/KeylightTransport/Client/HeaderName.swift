/// The service's own header fields.
enum HeaderName {
    static let sdkKey = "X-Keylight-SDK-Key"
    static let requestID = "X-Keylight-Request-Id"
    /// The server's own id of the call, where it has one; for the log and for support.
    static let serverRequestID = "x-request-id"
}
