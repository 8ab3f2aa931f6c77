import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

/// Seconds at which code paths disagreed, and formats that changed.
@Suite("Field cases: boundaries and formats")
struct BoundaryTests {
    @Test(
        "BL-039: at each second around the end all code paths agree",
        arguments: [-301, -300, -1, 0, 1, 299, 300, 301] as [Int64]
    )
    func bl039(distance: Int64) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        let end = LicenseBench.start.adding(LicenseBench.week)
        let now = end.adding(distance)
        try bench.advance(to: now)
        let isGood = distance <= 300
        let snapshot = try bench.snapshot
        #expect((snapshot.state == .licensed) == isGood)
        #expect(snapshot.isEntitled == isGood)
        #expect(try #require(bench.engine).hasEntitlement("pro") == isGood)
        #expect(snapshot.entitlements.isEmpty == !isGood)
        #expect(try bench.announced.snapshots.last ?? bench.snapshot == snapshot)
        let cached = try bench.run { await $0.getCachedLease() }
        #expect((cached != nil) == isGood)
        let explanation = try bench.run { await $0.explain() }
        #expect((explanation.snapshot.state == .licensed) == isGood)
        let lease = try #require(try bench.record.lease)
        let verifier = LeaseVerifier(trustedKeys: bench.configuration.trustedKeys)
        #expect(try verifier.verify(lease, at: now).expired == !isGood)
        try bench.finish()
    }

    @Test("BL-039: the debounce opens at 300 s", arguments: [(299, 1), (300, 2), (301, 2)] as [(Int64, Int)])
    func bl039Debounce(age: Int64, requests: Int) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 6 * Seconds.day + Seconds.hour)
        bench.transport.fallback = .reply(.status(400))
        try bench.foreground()
        try bench.advance(by: age)
        try bench.foreground()
        #expect(bench.requestCount == requests)
        try bench.finish()
    }

    @Test(
        "BL-039: a success is stale after more than six hours",
        arguments: [(21_599, 0), (21_600, 0), (21_601, 1)] as [(Int64, Int)]
    )
    func bl039Stale(age: Int64, requests: Int) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: age)
        try bench.foreground()
        #expect(bench.requestCount == requests)
        try bench.finish()
    }

    @Test(
        "BL-039: a lease is near its end with 24 h or less",
        arguments: [(86_399, 1), (86_400, 1), (86_401, 0)] as [(Int64, Int)]
    )
    func bl039Near(left: Int64, requests: Int) throws {
        let bench = try LicenseBench.licensed(leaseLength: left + 600)
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: 600)
        try bench.foreground()
        #expect(bench.requestCount == requests)
        try bench.finish()
    }

    private func validReply(_ bench: LicenseBench, end: String?) throws -> ScriptedReply {
        let field = end.map { #""license_expires_at":\#($0),"# } ?? ""
        return .json(#"{"valid":true,\#(field)"lease":\#(try bench.lease().json)}"#)
    }

    @Test("BL-040: no end is lifetime, and a lifetime never shows a date")
    func bl040() throws {
        for text in ["null", nil] as [String?] {
            let end = LicenseBench.start.adding(20 * Seconds.day)
            let bench = try LicenseBench.licensed(licenseEnd: .at(end))
            for _ in 0..<2 {
                try bench.advance(by: 6 * Seconds.hour + 1)
                bench.transport.enqueue(try validReply(bench, end: text))
                try bench.foreground()
            }
            #expect(try bench.snapshot.licenseEnd == .lifetime)
            #expect(bench.announced.events == [.renewed(from: .at(end), to: .lifetime)])
            try bench.finish()
        }
        for text in ["0", "\"\""] {
            let end = LicenseBench.start.adding(20 * Seconds.day)
            let bench = try LicenseBench.licensed(licenseEnd: .at(end))
            try bench.advance(by: 6 * Seconds.hour + 1)
            bench.transport.enqueue(try validReply(bench, end: text))
            try bench.foreground()
            #expect(try bench.snapshot.licenseEnd == .at(end))
            #expect(try bench.state == .licensed)
            #expect(bench.announced.events.isEmpty)
            try bench.finish()
        }
    }

    @Test("BL-041: the unsigned end is read in every form, and what cannot be read changes nothing")
    func bl041() throws {
        let stored = LicenseBench.start.adding(20 * Seconds.day)
        let read = LicenseEnd.at(Timestamp(1_774_915_200))
        let forms: [(String, LicenseEnd)] = [
            ("1774915200", read), ("1774915200.0", read), ("1774915200.5", read),
            (#""2026-03-31T00:00:00Z""#, read), (#""2026-03-31T00:00:00.123Z""#, read),
            (#""2026-03-31T02:00:00+02:00""#, read), ("1774915200000", .at(stored)), ("true", .at(stored)),
            ("-5", .at(stored)), (#""soon""#, .at(stored)), ("[1774915200]", .at(stored)),
        ]
        for (text, expected) in forms {
            let bench = try LicenseBench.licensed(licenseEnd: .at(stored))
            try bench.advance(by: 6 * Seconds.hour + 1)
            bench.transport.enqueue(try validReply(bench, end: text))
            guard case .confirmed = try bench.foreground() else {
                Issue.record("\(text) was not confirmed")
                return
            }
            #expect(try bench.snapshot.licenseEnd == expected, "\(text)")
            #expect(try bench.state == .licensed)
            try bench.finish()
        }
    }

    @Test("BL-042: unknown fields and values break nothing, and an unknown status decides nothing")
    func bl042() throws {
        let bench = try LicenseBench.licensed()
        let before = try bench.recordBesidesTimes
        try bench.advance(by: 6 * Seconds.hour + 1)
        let paused = try bench.lease(status: LeaseStatus(rawValue: "paused"))
        bench.transport.enqueue(
            .json(
                #"{"valid":true,"brand_new":{"x":[1]},"code":"brand_new_code","lease":\#(paused.json)}"#
            )
        )
        guard case .unknown(let error) = try bench.foreground() else {
            Issue.record("not unknown")
            return
        }
        #expect(error.kind == .noAnswer(.unknownLeaseStatus("paused")))
        #expect(try bench.recordBesidesTimes == before)
        #expect(try bench.state == .licensed)
        #expect(bench.log.lines.contains { $0.contains("paused") })
        try bench.finish()

        let other = try LicenseBench.licensed()
        try other.advance(by: 6 * Seconds.hour + 1)
        let json =
            try other.lease(entitlements: []).json
            .replacingEntitlements(with: "null").dropLast() + #","new_field":{"deep":[null,true]}}"#
        other.transport.enqueue(.json(#"{"valid":true,"lease":\#(json),"later":1.5e300}"#))
        guard case .confirmed = try other.foreground() else {
            Issue.record("not confirmed")
            return
        }
        try other.finish()
    }

    @Test("BL-043: every way to paste a key leads to the same request, and what is no key to none")
    func bl043() throws {
        let forms = [
            " acme-test-0000-0001\r\n", "ACME–TEST–0000–0001", "ACME-TEST\u{A0}-0000-0001",
            "\u{FEFF}ACME-TEST-0000-0001", "ACME-TE\u{200B}ST-0000-0001", "acme—test−0000‐0001",
        ]
        var bodies: Set<[UInt8]> = []
        for form in forms {
            let bench = try LicenseBench()
            try bench.launchProcess()
            bench.transport.enqueue(bench.activated(with: try bench.lease()))
            try bench.run { try await $0.activate(key: form) }
            bodies.insert(try #require(bench.transport.requests.first?.body))
            #expect(try bench.record.activation?.licenseKey.rawValue == "ACME-TEST-0000-0001")
            try bench.finish()
        }
        #expect(bodies.count == 1)
        for text in ["", " \r\n", "---", "ACME-TEST-００００-0001", "ACME_TEST", "ACME-TËST", "<script>"] {
            let bench = try LicenseBench()
            try bench.launchProcess()
            let error = #expect(throws: KeylightError.self) {
                try bench.run { try await $0.activate(key: text) }
            }
            guard case .invalidLicenseKey(let reason)? = error?.kind else {
                Issue.record("\(text) was not refused locally")
                return
            }
            #expect(!reason.description.isEmpty)
            #expect(bench.requestCount == 0)
            try bench.finish()
        }
    }

    @Test("BL-044: a rotated key licenses the app that knows it and takes nothing from the app that does not")
    func bl044() throws {
        let next = try TestSigner(seed: [UInt8](repeating: 9, count: 32), kid: "k2")
        for knowsNext in [true, false] {
            let signers = try [TestSigner()] + (knowsNext ? [next] : [])
            let bench = try LicenseBench.licensed(trusting: signers)
            let before = try bench.recordBesidesTimes
            for _ in 0..<3 {
                try bench.advance(by: 6 * Seconds.hour + 1)
                bench.transport.enqueue(try bench.valid(try bench.lease(signer: next)))
                try bench.foreground()
                #expect(try bench.state == .licensed)
            }
            #expect(bench.requestCount == 3)
            #expect((try bench.recordBesidesTimes == before) == !knowsNext)
            let complaints = bench.log.events.filter { $0.level == .notice && $0.message.contains("k2") }
            #expect(complaints.count == (knowsNext ? 0 : 1))
            try bench.finish()
        }
    }

    @Test("BL-044: a key that the next version no longer trusts leads to a refresh, not to a denial")
    func bl044Removed() throws {
        let next = try TestSigner(seed: [UInt8](repeating: 9, count: 32), kid: "k2")
        let bench = try LicenseBench.licensed()
        bench.configuration.trustedKeys = try TrustedKeys(base64Keys: [next.kid: next.publicKeyBase64])
        try bench.relaunch(after: 60)
        #expect(try bench.snapshot.reason == .leaseNotTrusted(kid: "k1"))
        bench.transport.enqueue(try bench.valid(try bench.lease(signer: next)))
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}

extension String {
    fileprivate func replacingEntitlements(with text: String) -> String {
        guard let range = firstRange(of: #""entitlements":[]"#) else { return self }
        return replacingCharacters(in: range, with: #""entitlements":"# + text)
    }

    private func firstRange(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    private func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
