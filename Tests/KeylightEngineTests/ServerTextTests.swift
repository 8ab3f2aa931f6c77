import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// What the server writes for people is shown, logged and kept, so it must hold no secret and forge no line.
@Suite("The server's own words")
struct ServerTextTests {
    /// All that is shown, logged or kept of a call.
    private func shown(_ bench: LicenseBench, _ values: [Any]) throws -> String {
        var text = bench.log.lines.joined(separator: "\n")
        let explanation = try bench.run { await $0.explain() }
        let record = try bench.record
        for value: Any in values + [
            explanation, try bench.snapshot, bench.announced.snapshots, bench.announced.events, record,
            record.denial as Any, record.denial?.text as Any,
        ] {
            text += "\n\(value)\n" + String(reflecting: value)
            dump(value, to: &text)
        }
        return text
    }

    private static let texts = [
        "License ACME-TEST-0000-0001 on inst-secret-77 was revoked",
        "license acme-test-0000-0001 / INST-SECRET-77",
        "ACMETEST00000001 instsecret77",
        "ACME TEST 0000 0001, ACME\u{2013}TEST\u{2013}0000\u{2013}0001",
        "ACME-\u{0}TEST-\u{200B}0000-\n0001 inst-\u{7}secret-77",
        "ACME-TEST-0000-0001ACME-TEST-0000-0001",
        String(repeating: "x", count: 195) + "ACME-TEST-0000-0001",
        String(repeating: "ACME-TEST-0000-0001 ", count: 3_000),
    ]

    private static let secrets = [
        "ACME-TEST-0000-0001", "TEST-0000", "ACMETEST0000", "TEST 0000", "TEST\u{2013}0000", "INST-SECRET-77",
        "INSTSECRET77", "ACME-TEST",
    ]

    private func json(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            let digits = String(scalar.value, radix: 16)
            quoted +=
                scalar.isASCII && scalar.value >= 32 && scalar != "\"" && scalar != "\\"
                ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(quoted)\""
    }

    private func expectClean(_ shown: String, _ text: String?) {
        for secret in Self.secrets {
            #expect(!shown.uppercased().contains(secret), "\(secret)")
        }
        let text = text ?? ""
        #expect(!text.isEmpty)
        #expect(text.unicodeScalars.count <= 200)
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
    }

    @Test(
        "a denial holds neither key nor seat, in no log, no snapshot, no explanation, not on disk",
        arguments: texts
    )
    func denial(text: String) throws {
        let instance = try #require(InstanceID("inst-secret-77"))
        let bench = try LicenseBench()
        try bench.launchProcess()
        bench.transport.enqueue(
            bench.activated(with: try bench.lease(instance: instance), instance: instance)
        )
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        bench.transport.enqueue(.json(#"{"error":\#(json(text))}"#, status: 422))
        try bench.advance(by: 60)
        let result = try bench.run { try await $0.activeRevalidate() }
        guard case .denied(let denial) = result else {
            Issue.record("\(result)")
            return
        }
        expectClean(try shown(bench, [result, denial]), denial.text)
        #expect(try bench.record.denial?.text == denial.text)
        try bench.finish()
    }

    @Test("a refused activation holds neither", arguments: texts, [200, 422])
    func refusal(text: String, status: Int) throws {
        let bench = try LicenseBench()
        try bench.launchProcess()
        // The seat that it names is one of its own.
        bench.transport.enqueue(
            .json(
                #"{"activated":false,"instance_id":"inst-secret-77","error":\#(json(text))}"#,
                status: status
            )
        )
        let key = bench.key.rawValue
        let error = try #require(
            #expect(throws: KeylightError.self) { try bench.run { try await $0.activate(key: key) } }
        )
        guard case .refused(let words) = error.kind else {
            Issue.record("\(error)")
            return
        }
        expectClean(try shown(bench, [error, error.kind, words]), words)
        try bench.finish()
    }

    @Test("the words around a secret stay, and so do other languages")
    func words() throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 60)
        bench.transport.enqueue(
            .json(#"{"error":"Lizenz \"ACME-TEST-0000-0001\" wurde übertragen 😀\r\n"}"#, status: 422)
        )
        guard case .denied(let denial) = try bench.run({ try await $0.activeRevalidate() }) else {
            Issue.record("not denied")
            return
        }
        #expect(denial.text == "Lizenz \"\(bench.key)\" wurde übertragen 😀")
        try bench.finish()
    }

    @Test(
        "a text that says nothing once it is clean is a denial all the same",
        arguments: ["\n", "\u{0}", " "]
    )
    func empty(text: String) throws {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 60)
        bench.transport.enqueue(.json(#"{"error":\#(json(text))}"#, status: 422))
        guard case .denied(let denial) = try bench.run({ try await $0.activeRevalidate() }) else {
            Issue.record("not denied")
            return
        }
        #expect(denial.text?.isEmpty == false)
        try bench.finish()
    }

    @Test("names of keys and statuses that are not known are short, and hold neither")
    func names() throws {
        let long = "acme-test-0000-0001\u{7}" + String(repeating: "k", count: 500)
        let stranger = try TestSigner(seed: [UInt8](repeating: 7, count: 32), kid: long)
        for isKey in [true, false] {
            let bench = try LicenseBench.licensed()
            try bench.advance(by: 60)
            let lease =
                isKey
                ? try bench.lease(signer: stranger) : try bench.lease(status: LeaseStatus(rawValue: long))
            bench.transport.enqueue(try bench.valid(lease), bench.activated(with: lease), bench.released)
            guard case .unknown(let error) = try bench.run({ try await $0.activeRevalidate() }) else {
                Issue.record("known")
                return
            }
            let key = bench.key.rawValue
            let failed = #expect(throws: KeylightError.self) {
                try bench.run { try await $0.activate(key: key) }
            }
            for kind in [error.kind, failed?.kind] {
                switch kind {
                case .noAnswer(.unknownKeyID(let name))?, .noAnswer(.unknownLeaseStatus(let name))?:
                    expectClean(try shown(bench, [error, failed as Any]), name)
                    #expect(name.unicodeScalars.count <= 64)
                default: Issue.record("\(String(describing: kind))")
                }
            }
            #expect(!(try shown(bench, [])).contains(String(repeating: "k", count: 65)))
            try bench.finish()
        }
    }
}
