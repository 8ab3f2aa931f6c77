/// The newest requests, and how many there were in all.
struct RequestRecorder: Sendable {
    /// Older requests than this many make room for newer ones.
    static let capacity = 512

    private(set) var requests: [RecordedRequest] = []
    private(set) var counts: [ServerEndpoint: Int] = [:]
    private var total = 0

    mutating func record(_ request: HTTPRequest, endpoint: ServerEndpoint?) {
        total += 1
        if let endpoint { counts[endpoint, default: 0] += 1 }
        if requests.count >= Self.capacity { requests.removeFirst(requests.count - Self.capacity + 1) }
        var headers: [String: String] = [:]
        for field in request.headers.fields {
            let name = field.name.lowercased()
            headers[name] = headers[name].map { $0 + ", " + field.value } ?? field.value
        }
        requests.append(
            RecordedRequest(
                number: total,
                method: request.method,
                path: request.path,
                headers: headers,
                body: request.body,
                requestID: request.headers[LicensingService.requestIDHeader],
                endpoint: endpoint
            )
        )
    }

    /// Forgets the requests and their counts; numbers go on.
    mutating func clear() {
        requests = []
        counts = [:]
    }
}
