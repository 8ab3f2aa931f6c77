import Testing

@testable import KeylightTransport

@Suite struct TransportRequestTests {
    /// By the rule that lets a base URL do without TLS, and by no other.
    @Test(
        "a server on this machine is told from one that only looks like it",
        arguments: [
            ("http://127.0.0.1:80/x", true), ("http://localhost/x", true),
            ("https://LOCALHOST:4820/x/y", true),
            ("http://[::1]:8/x", true), ("http://127.255.0.9", true),
            ("https://localhost.example.com/x", false), ("https://127.example.com/x", false),
            ("https://127.0.0.1.example.com/x", false), ("https://localhostx/x", false),
            ("https://[::1].example.com/x", false), ("https://[::11]/x", false), ("https://127.1/x", false),
            ("https://0177.0.0.1/x", false), ("https://api.keylight.dev/127.0.0.1", false),
            ("https://localhost@evil.example/x", false), ("https://10.0.0.1/", false), ("localhost", false),
            ("", false),
        ]
    )
    func thisMachine(url: String, isThisMachine: Bool) {
        let request = TransportRequest(method: "GET", url: url, path: "/", headers: [], body: nil)
        #expect(request.isToThisMachine == isThisMachine)
    }
}
