public import KeylightTransport

extension TransportResponse {
    /// A reply with a JSON text as its body.
    public static func json(_ text: String, status: Int = 200) -> TransportResponse {
        let header = HTTPHeader("Content-Type", "application/json")
        return TransportResponse(status: status, headers: [header], body: Array(text.utf8))
    }
}
