import KeylightCore
import KeylightTesting
import KeylightTransport

/// What a test throws on purpose.
struct Trouble: Error, Equatable {
    var number = 0
}

/// Keeps what happened, in order, from any task.
actor Journal {
    private(set) var entries: [String] = []

    func add(_ entry: String) { entries.append(entry) }
}

extension VirtualClock {
    /// The moment so many seconds from now.
    func instant(in seconds: Int64) -> ContinuousInstant { now().continuous.adding(seconds: seconds) }

    /// Sleeps so many seconds.
    func sleep(for seconds: Int64) async throws { try await sleep(until: instant(in: seconds)) }
}

/// Requests as the SDK makes them.
enum Requests {
    static func post(
        _ endpoint: String,
        _ body: String = #"{"license_key":"ACME-TEST-0000-0001","instance_id":"instance-1"}"#,
        requestID: String = "00c0ffee"
    ) -> TransportRequest {
        let path = "/acme/app/\(endpoint)"
        return TransportRequest(
            method: "POST",
            url: "https://api.example.com\(path)",
            path: path,
            headers: [HTTPHeader("X-Keylight-Request-Id", requestID)],
            body: Array(body.utf8)
        )
    }
}
