import KeylightTransport

extension TransportRequest {
    /// A request as the client makes it.
    static func test(
        _ server: RawServer,
        path: String = "/acme/app/validate",
        method: String = "POST",
        headers: [HTTPHeader] = [HTTPHeader("Content-Type", "application/json")],
        body: String? = #"{"license_key":"K"}"#,
        maximumReplyBytes: Int = 65_536
    ) -> TransportRequest {
        TransportRequest(
            method: method,
            url: server.origin + path,
            path: path,
            headers: headers,
            body: body.map { Array($0.utf8) },
            maximumReplyBytes: maximumReplyBytes
        )
    }
}
