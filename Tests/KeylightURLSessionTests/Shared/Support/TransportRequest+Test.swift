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
        test(
            origin: server.origin,
            path: path,
            method: method,
            headers: headers,
            body: body,
            maximumReplyBytes: maximumReplyBytes
        )
    }

    /// The same to any server.
    static func test(
        origin: String,
        path: String = "/acme/app/validate",
        method: String = "POST",
        headers: [HTTPHeader] = [HTTPHeader("Content-Type", "application/json")],
        body: String? = #"{"license_key":"K"}"#,
        maximumReplyBytes: Int = 65_536
    ) -> TransportRequest {
        TransportRequest(
            method: method,
            url: origin + path,
            path: path,
            headers: headers,
            body: body.map { Array($0.utf8) },
            maximumReplyBytes: maximumReplyBytes
        )
    }
}
