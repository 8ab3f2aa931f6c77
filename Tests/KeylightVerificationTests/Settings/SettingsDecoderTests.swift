import KeylightCore
import KeylightVerification
import Testing

@Suite("SettingsDecoder")
struct SettingsDecoderTests {
    private func decode(_ text: String) throws -> SignedSettings {
        try SettingsDecoder.decode(try text.parsed)
    }

    private static let proof =
        "\"kid\":\"k\",\"issued_at\":1,\"expires_at\":2,\"signature\":"
        + StrictBase64.encode(Array(repeating: 7, count: 64)).quoted
    private static let settings = "\"trial_duration_days\":14,\"free_tier_enabled\":true"

    @Test("absence, null and values are three things")
    func unsigned() throws {
        #expect(try decode("{}") == SignedSettings(settings: ProductSettings()))
        #expect(
            try decode(
                "{\"trial_duration_days\":null,\"free_tier_enabled\":null,\"signature\":null,\"kid\":null}"
            )
                == SignedSettings(settings: ProductSettings())
        )
        #expect(
            try decode("{\"trial_duration_days\":0,\"free_tier_enabled\":false}")
                == SignedSettings(settings: ProductSettings(trialDurationDays: 0, freeTierEnabled: false))
        )
    }

    @Test("companions of a signature without one prove nothing and harm nothing")
    func companions() throws {
        let signed = try decode("{\(Self.settings),\"kid\":\"k\",\"issued_at\":\"x\",\"expires_at\":1.5}")
        #expect(signed.signature == nil)
        #expect(signed.settings == ProductSettings(trialDurationDays: 14, freeTierEnabled: true))
    }

    @Test("a signature brings all of its companions")
    func signed() throws {
        let signed = try decode(
            "{\"valid\":true,\(Self.settings),\(Self.proof),\"lease\":{\"kid\":\"other\"}}"
        )
        #expect(signed.settings == ProductSettings(trialDurationDays: 14, freeTierEnabled: true))
        let proof = try #require(signed.signature)
        #expect(proof.kid == "k")
        #expect(proof.issuedAt == Timestamp(1))
        #expect(proof.expiresAt == Timestamp(2))
        #expect(proof.bytes == Array(repeating: 7, count: 64))
    }

    @Test(
        "beside a signature each of the six fields is required",
        arguments: ["kid", "issued_at", "expires_at", "trial_duration_days", "free_tier_enabled"]
    )
    func required(field: String) throws {
        let text = "{\(Self.settings),\(Self.proof)}".replacing("\(field.quoted):", with: "\"other\":")
        #expect(throws: SettingsRefusal.malformed(field: field, .missing)) { try decode(text) }
    }

    @Test(
        "a field of a wrong type is refused, signed or not",
        arguments: ["\"14\"", "14.0", "1e1", "true", "[14]", "{}", "9223372036854775808", "\"\""]
    )
    func wrongDays(text: String) throws {
        for proof in ["", "," + Self.proof] {
            #expect(
                throws: SettingsRefusal.malformed(
                    field: "trial_duration_days",
                    .wrongType(expected: "an integer")
                )
            ) { try decode("{\"free_tier_enabled\":true,\"trial_duration_days\":\(text)\(proof)}") }
        }
    }

    @Test("a free tier is true or false", arguments: ["\"true\"", "1", "0", "[]", "\"\""])
    func wrongFreeTier(text: String) throws {
        #expect(
            throws: SettingsRefusal.malformed(field: "free_tier_enabled", .wrongType(expected: "a boolean"))
        ) {
            try decode("{\"free_tier_enabled\":\(text)}")
        }
    }

    @Test("the dates of a proof are plain integers", arguments: ["\"1\"", "1.0", "1e0", "true", "[]"])
    func wrongDates(text: String) throws {
        for field in ["issued_at", "expires_at"] {
            let number = field == "issued_at" ? "1" : "2"
            let json = "{\(Self.settings),\(Self.proof)}"
                .replacing("\(field.quoted):\(number)", with: "\(field.quoted):\(text)")
            #expect(throws: SettingsRefusal.malformed(field: field, .wrongType(expected: "an integer"))) {
                try decode(json)
            }
        }
    }

    @Test("a signature that is there but is none is refused and never taken for absent")
    func badSignature() throws {
        let companions = "\"kid\":\"k\",\"issued_at\":1,\"expires_at\":2"
        let cases: [(String, FieldProblem)] = [
            ("\"\"", .invalid("is empty")), ("\"?\"", .invalid("is not Base64")),
            ("\"Zm9v\"", .invalid("has 3 bytes instead of 64")), ("1", .wrongType(expected: "a string")),
            ("false", .wrongType(expected: "a string")), ("{}", .wrongType(expected: "a string")),
        ]
        for (text, problem) in cases {
            #expect(throws: SettingsRefusal.malformed(field: "signature", problem)) {
                try decode("{\(Self.settings),\(companions),\"signature\":\(text)}")
            }
        }
    }

    @Test("what is no object has no settings", arguments: ["null", "[]", "\"\"", "1"])
    func noObject(text: String) throws {
        #expect(throws: SettingsRefusal.malformed(field: "settings", .wrongType(expected: "an object"))) {
            try decode(text)
        }
    }
}
