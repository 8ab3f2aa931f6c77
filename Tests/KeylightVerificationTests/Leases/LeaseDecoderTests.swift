import KeylightCore
import KeylightVerification
import Testing

@Suite("LeaseDecoder")
struct LeaseDecoderTests {
    private static let fields: [(name: String, json: String)] = [
        ("kid", "\"k1\""),
        ("licenseKeyHash", LeaseFixture.keyHash.quoted),
        ("instanceId", "\"inst-1\""),
        ("issuedAt", "1772323200"),
        ("expiresAt", "1772928000"),
        ("status", "\"active\""),
        ("entitlements", "[\"pro\",\"export\",\"pro\"]"),
        ("signature", StrictBase64.encode(Array(0..<64)).quoted),
    ]

    /// A lease with one field set to other JSON, or left out.
    private func json(_ field: String? = nil, _ replacement: String? = nil) -> String {
        let members = Self.fields.compactMap { name, json in
            name != field ? "\(name.quoted):\(json)" : replacement.map { "\(name.quoted):\($0)" }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private func decode(_ text: String) throws -> Lease {
        try LeaseDecoder.decode(Array(text.utf8))
    }

    private func problem(_ field: String, _ replacement: String?) throws -> FieldProblem? {
        let error = try #require(throws: LeaseFormatError.self) { try decode(json(field, replacement)) }
        guard case .field(field, let problem) = error else { return nil }
        return problem
    }

    @Test("every field arrives as it was sent")
    func whole() throws {
        let lease = try decode(json())
        #expect(lease.kid == "k1")
        #expect(lease.licenseKeyHash == LeaseFixture.keyHash)
        #expect(lease.instanceID.rawValue == "inst-1")
        #expect(lease.issuedAt == Timestamp(1_772_323_200))
        #expect(lease.expiresAt == Timestamp(1_772_928_000))
        #expect(lease.status == .active)
        #expect(lease.entitlements == ["pro", "export", "pro"])
        #expect(lease.signature.bytes == Array(0..<64))
    }

    @Test("missing and null entitlements are none")
    func noEntitlements() throws {
        #expect(try decode(json("entitlements", nil)).entitlements.isEmpty)
        #expect(try decode(json("entitlements", "null")).entitlements.isEmpty)
        #expect(try decode(json("entitlements", "[]")).entitlements.isEmpty)
    }

    @Test(
        "every other field is required; null is as good as missing",
        arguments: ["kid", "licenseKeyHash", "instanceId", "issuedAt", "expiresAt", "status", "signature"]
    )
    func required(field: String) throws {
        #expect(try problem(field, nil) == .missing)
        #expect(try problem(field, "null") == .missing)
    }

    @Test(
        "BL-041: a number of signed data is a plain integer or nothing",
        arguments: [
            "1772323200.0", "1772323200.5", "1772323200e0", "1e3", "17723232E2", "\"1772323200\"", "true",
            "false",
            "9223372036854775808", "-9223372036854775809", "1.0", "1.5", "[1]", "{}", "[]", "\"\"",
            "\"2026-03-01T00:00:00Z\"", "1e400",
        ]
    )
    func numbers(text: String) throws {
        #expect(try problem("issuedAt", text) == .wrongType(expected: "an integer"))
        #expect(try problem("expiresAt", text) == .wrongType(expected: "an integer"))
    }

    @Test(
        "every integer of Int64 is read, sensible or not",
        arguments: [Int64.min, -1, 0, 1, 1_774_915_200_000, .max]
    )
    func integers(value: Int64) throws {
        #expect(try decode(json("issuedAt", "\(value)")).issuedAt == Timestamp(value))
        #expect(try decode(json("expiresAt", "\(value)")).expiresAt == Timestamp(value))
    }

    @Test(
        "a text field must be a text",
        arguments: ["kid", "licenseKeyHash", "instanceId", "status", "signature"]
    )
    func strings(field: String) throws {
        for text in ["1", "true", "[]", "{}", "1.5", "[\"k1\"]"] {
            #expect(try problem(field, text) == .wrongType(expected: "a string"))
        }
        #expect(try problem(field, "\"\"") == .invalid("is empty"))
    }

    @Test(
        "entitlements are an array of texts and nothing else",
        arguments: [
            "\"pro\"", "{}", "{\"0\":\"pro\"}", "1", "true", "[1]", "[null]", "[\"pro\",null]", "[[\"pro\"]]",
        ]
    )
    func entitlements(text: String) throws {
        #expect(try problem("entitlements", text) == .wrongType(expected: "an array of strings"))
    }

    @Test("the key hash is 64 hexadecimal digits of either case, kept as sent")
    func keyHash() throws {
        let upper = LeaseFixture.keyHash.uppercased()
        #expect(try decode(json("licenseKeyHash", upper.quoted)).licenseKeyHash == upper)
        let hash = LeaseFixture.keyHash
        let start = String(hash.dropLast())
        let bad = [
            start, "\(hash)0", "\(start)g", "\(start) ", "\(start.dropLast())é", "0x\(start.dropLast())",
            "\(start)|",
        ]
        for text in bad {
            #expect(try problem("licenseKeyHash", text.quoted) == .invalid("is not 64 hexadecimal digits"))
        }
    }

    @Test("a signature is 64 bytes in any spelling of Base64")
    func signature() throws {
        let bytes = [UInt8](repeating: 0xFB, count: 64)
        let padded = StrictBase64.encode(bytes)
        let urlSafe = padded.replacing("+", with: "-").replacing("/", with: "_")
        for text in [padded, urlSafe, padded.replacing("=", with: ""), urlSafe.replacing("=", with: "")] {
            #expect(try decode(json("signature", text.quoted)).signature.bytes == bytes)
        }
        for count in [1, 32, 63, 65, 128] {
            let text = StrictBase64.encode(Array(repeating: 0, count: count))
            #expect(try problem("signature", text.quoted) == .invalid("has \(count) bytes instead of 64"))
        }
        for text in ["?", padded + "=", padded.dropLast() + "\\n", " " + padded, padded.dropLast(3) + "B=="] {
            #expect(try problem("signature", "\"\(text)\"") == .invalid("is not Base64"))
        }
    }

    @Test("BL-042: an unknown status is kept, and unknown fields are passed over")
    func openEnds() throws {
        let lease = try decode(json("status", "\"paused\""))
        #expect(lease.status == LeaseStatus(rawValue: "paused"))
        #expect(!lease.status.isKnown)
        let extended = json().dropLast() + ",\"seats\":{\"used\":1.5,\"list\":[null]},\"v\":4,\"x\":null}"
        #expect(try decode(String(extended)) == decode(json()))
    }

    @Test("the order of the fields and the space between them mean nothing")
    func layout() throws {
        let members = Self.fields.reversed().map { "  \($0.name.quoted) :\t\($0.json)" }
        #expect(try decode("\r\n{" + members.joined(separator: " ,\n") + "}\n") == decode(json()))
    }

    @Test("names are exact: another case is another field")
    func fieldNames() throws {
        #expect(throws: LeaseFormatError.field("kid", .missing)) {
            try decode(json().replacing("\"kid\"", with: "\"KID\""))
        }
        #expect(throws: LeaseFormatError.field("instanceId", .missing)) {
            try decode(json().replacing("\"instanceId\"", with: "\"instance_id\""))
        }
    }

    @Test("two answers in one lease are none")
    func duplicates() throws {
        let text = json().dropLast() + ",\"status\":\"active\"}"
        let error = try #require(throws: LeaseFormatError.self) { try decode(String(text)) }
        #expect("\(error)".hasPrefix("the lease is not JSON: duplicate member name at byte "))
    }

    @Test("what is no object is no lease", arguments: ["null", "[]", "\"lease\"", "1", "true", "1.5"])
    func noObject(text: String) {
        #expect(throws: LeaseFormatError.notAnObject) { try decode(text) }
    }

    @Test("errors name the field and never its value")
    func errorTexts() throws {
        #expect("\(LeaseFormatError.notAnObject)" == "the lease is not an object")
        #expect("\(LeaseFormatError.field("kid", .missing))" == "the lease's kid is missing")
        let error = try #require(throws: LeaseFormatError.self) { try decode(json("issuedAt", "\"SECRET\"")) }
        #expect("\(error)" == "the lease's issuedAt is not an integer")
    }
}
