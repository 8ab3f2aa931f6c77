import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What support needs, and what must not be in it.
@Suite("Field cases: logging and support")
struct SupportTests {
    /// A week of life with every kind of line in the log.
    private func eventfulBench() throws -> (LicenseBench, KeylightError?) {
        let bench = try LicenseBench.licensed()
        for reply in [
            ScriptedReply.status(503), .failure(.tlsFailed), .html("<html>"), .status(401), bench.denied,
            try bench.valid(bench.signer.forge(try bench.lease())), try bench.ended(.fallback),
            .status(429, retryAfter: 1),
            // A server that repeats to us what it was told, in several spellings.
            .json(
                #"{"error":"License \#(bench.key.rawValue) (acmetest00000001), \#(bench.instance.rawValue)\n"}"#,
                status: 422
            ),
            // Each is asked for by the next round's planned check, so the last one is only the end.
            .status(503),
        ] {
            try bench.advance(by: 6 * Seconds.hour + 1)
            bench.transport.fallback = .reply(reply)
            try bench.foreground()
        }
        bench.transport.fallback = .reply(.failure(.timedOut))
        let key = bench.key.rawValue
        let failed = try bench.start { try await $0.activate(key: key) }
        try bench.advance(by: 60)
        let error = #expect(throws: KeylightError.self) { try failed.value() }
        return (bench, error)
    }

    @Test("BL-058: no key, no instance, no signature and no SDK key is printed anywhere")
    func bl058() throws {
        let (bench, error) = try eventfulBench()
        let record = try bench.record
        let explanation = try bench.run { await $0.explain() }
        var printed = bench.log.events.map { "\($0)" } + bench.log.lines
        for value: Any in [
            record, record.activation as Any, record.lease as Any, bench.configuration, explanation,
            error as Any, try bench.snapshot, bench.transport.requests, record.pendingReleases, bench.key,
            bench.instance,
        ] {
            printed.append("\(value)")
            printed.append(String(describing: value))
            printed.append(String(reflecting: value))
            var text = ""
            dump(value, to: &text)
            printed.append(text)
            printed.append(Mirror(reflecting: value).children.map { "\($0)" }.joined())
        }
        printed += bench.transport.requests.map(\.url)
        #expect(printed.count > 100)
        let signature = try #require(
            try bench.lease().json.split(separator: #""signature":""#).last?.split(separator: "\"").first
        )
        let secrets = [
            bench.key.rawValue, "TEST-0000", "acmetest0000", bench.instance.rawValue,
            try #require(bench.configuration.sdkKey).rawValue,
            String(repeating: "0a", count: 16), String(signature),
        ]
        for secret in secrets {
            let hits = printed.filter { $0.contains(secret) }
            #expect(hits.isEmpty, "\(secret): \(hits.first ?? "")")
        }
        try bench.finish()
    }

    @Test("BL-058: every line of a call begins with its request id")
    func bl058Tags() throws {
        let (bench, _) = try eventfulBench()
        let sent = Set(bench.transport.requests.compactMap(\.requestID))
        #expect(sent.count > 5)
        let tagged = bench.log.events.filter { $0.requestID != nil }
        for event in tagged {
            let id = try #require(event.requestID)
            #expect(event.line.hasPrefix("[\(id)] "))
        }
        #expect(sent.isSubset(of: Set(tagged.compactMap(\.requestID))))
        let transportLines = bench.log.events.filter { $0.category == "transport" }
        #expect(!transportLines.isEmpty && transportLines.allSatisfy { $0.requestID != nil })
        #expect(bench.log.events.allSatisfy { $0.subsystem == "dev.keylight" })
        try bench.finish()
    }

    @Test("BL-059: the explanation names rule, evidence, next check and the request that was sent")
    func bl059() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.transport.enqueue(bench.denied)
        try bench.foreground()
        let sent = try #require(bench.transport.requests.last?.requestID)
        let denied = try bench.run { await $0.explain() }
        #expect(denied.snapshot.rule == .storedDenial)
        for part in [
            "invalid", "[\(sent)]", "2026-03-01T06:00:01Z", "rule: 1", "next check: 2026-03-01T12:00:01Z",
        ] {
            #expect("\(denied)".contains(part), "\(part) in \(denied)")
        }
        try bench.finish()

        let offline = try LicenseBench.licensed()
        offline.transport.fallback = .reply(.failure(.cannotConnect))
        try offline.advance(by: 8 * Seconds.day)
        let lapsed = try offline.run { await $0.explain() }
        #expect(lapsed.snapshot.rule == .keyWithoutUsableLease)
        let last = try #require(offline.transport.requests.last?.requestID)
        #expect(lapsed.requests.last?.id.rawValue == last)
        for part in ["expired", "2026-03-08T00:00:00Z", "could not connect", "next check: "] {
            #expect("\(lapsed)".contains(part), "\(part) in \(lapsed)")
        }
        try offline.finish()
    }

    @Test("BL-059: the server's own id of a call stands beside ours, in errors and in the explanation")
    func bl059ServerID() throws {
        let bench = try LicenseBench.licensed()
        func replies(_ id: String?) -> ScriptedReply {
            let headers = id.map { [HTTPHeader("X-Request-Id", $0)] } ?? []
            return .response(TransportResponse(status: 401, headers: headers))
        }
        let rows: [(sent: String?, shown: String?)] = [
            ("req-7f3a.9=", "req-7f3a.9="), (nil, nil), ("", nil), ("two words", nil), ("ümlaut", nil),
            ("a\u{7}b", nil), (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
            (String(repeating: "x", count: 65), nil), (bench.key.rawValue, nil),
            ("acme/test/0000/0001", nil),
        ]
        for row in rows {
            try bench.advance(by: 60)
            bench.transport.enqueue(replies(row.sent), replies(row.sent))
            guard case .unknown(let error) = try bench.run({ try await $0.activeRevalidate() }) else {
                Issue.record("401 is an answer")
                return
            }
            let id = try #require(error.requestID)
            #expect(error.serverRequestID == row.shown)
            let ids = row.shown.map { "[\(id), server \($0)]" } ?? "[\(id)]"
            #expect(error.description.hasSuffix(ids))
            #expect("\(try bench.run { await $0.explain() })".contains("request \(ids) validate"))
            let key = bench.key.rawValue
            let failed = #expect(throws: KeylightError.self) {
                try bench.run { try await $0.activate(key: key) }
            }
            #expect(failed?.serverRequestID == row.shown)
        }
        try bench.finish()
    }

    @Test("BL-059: an error carries our id and the one that came back")
    func bl059Echo() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.hour + 1)
        bench.transport.echo = .other("ffffffff")
        bench.transport.fallback = .reply(try bench.valid())
        guard case .unknown(let error) = try bench.foreground() else {
            Issue.record("another request's reply was believed")
            return
        }
        #expect(error.kind == .noAnswer(.foreignReply))
        #expect(error.echoedRequestID == "ffffffff")
        #expect(error.requestID?.rawValue == bench.transport.requests.last?.requestID)
        try bench.finish()
    }
}
