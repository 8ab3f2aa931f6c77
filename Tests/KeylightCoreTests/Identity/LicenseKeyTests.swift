import KeylightCore
import Testing

@Suite("LicenseKey")
struct LicenseKeyTests {
    static let canonical = "ACME-TEST-0000-0001"

    @Test(
        "BL-043: what people paste becomes the one form that is sent, stored and hashed",
        arguments: [
            canonical,
            "acme-test-0000-0001",
            " acme-test-0000-0001\r\n",
            "\tAcMe-TeSt-0000-0001\n",
            "ACME–TEST–0000–0001",
            "ACME—TEST—0000—0001",
            "ACME‐TEST‑0000‒0001",
            "ACME\u{2212}TEST\u{2015}0000\u{2043}0001",
            "ACME\u{FE58}TEST\u{FE63}0000\u{FF0D}0001",
            "ACME-TEST-\u{00A0}0000-0001",
            "A C M E - T E S T - 0 0 0 0 - 0 0 0 1",
            "ACME-TEST-\r\n0000-0001",
            "\u{FEFF}ACME-TEST-0000-0001",
            "ACME\u{200B}-TEST\u{200C}-00\u{200D}00-\u{2060}0001",
            "\u{202A}ACME-TEST-0000-0001\u{202C}",
            "ACME-TEST-0000-0001\u{3000}\u{2028}\u{2029}\u{0085}",
            "ACME-TEST-0000-0001\u{FE0F}",
        ]
    )
    func normalisation(text: String) throws {
        let key = try LicenseKey(parsing: text)
        #expect(key.rawValue == Self.canonical)
        #expect(key == (try LicenseKey(parsing: Self.canonical)))
    }

    @Test(
        "BL-043: what cannot be mended is refused with the character that is wrong",
        arguments: [
            ("ACME-TEST-００００-0001", 0xFF10),
            ("АCME-TEST-0000-0001", 0x0410),  // Cyrillic A
            ("ACME_TEST-0000-0001", 0x5F),
            ("ACME-TEST-0000-0001!", 0x21),
            ("\"ACME-TEST\"", 0x22),
            ("ı", 0x0131),
            ("ß", 0x00DF),
            ("ſ", 0x017F),
            ("\u{212A}EY", 0x212A),
            ("A\u{301}", 0x0301),
            ("A\u{0}B", 0x00),
            ("A\u{7F}", 0x7F),
            ("🔑", 0x1F511),
            ("٣", 0x0663),
        ] as [(String, UInt32)]
    )
    func refusal(text: String, codePoint: UInt32) {
        #expect(throws: LicenseKeyError.unexpectedCharacter(codePoint: codePoint)) {
            try LicenseKey(parsing: text)
        }
    }

    @Test(
        "nothing, and nothing but dashes and space, is empty",
        arguments: ["", " ", "\r\n", "-", "– —", "\u{FEFF}"]
    )
    func empty(text: String) {
        #expect(throws: LicenseKeyError.empty) { try LicenseKey(parsing: text) }
    }

    @Test("256 characters are a key, 257 are not; spaces do not count")
    func length() throws {
        let longest = String(repeating: "A", count: LicenseKey.maximumLength)
        #expect(try LicenseKey(parsing: longest).rawValue == longest)
        #expect(try LicenseKey(parsing: String(repeating: " a", count: 256)).rawValue == longest)
        #expect(throws: LicenseKeyError.tooLong(limit: 256)) { try LicenseKey(parsing: longest + "A") }
        #expect(throws: LicenseKeyError.tooLong(limit: 256)) {
            try LicenseKey(parsing: String(repeating: "A", count: 1_000_000))
        }
    }

    @Test("a prefix is compared in normalised form")
    func prefix() throws {
        #expect(try LicenseKey(parsing: "acme-1", requiredPrefix: "ACME-").rawValue == "ACME-1")
        #expect(try LicenseKey(parsing: "ACME-1", requiredPrefix: "acme–").rawValue == "ACME-1")
        #expect(try LicenseKey(parsing: "ACME-1", requiredPrefix: "ACME-1").rawValue == "ACME-1")
        #expect(throws: LicenseKeyError.wrongPrefix) {
            try LicenseKey(parsing: "ACM", requiredPrefix: "ACME")
        }
        #expect(throws: LicenseKeyError.wrongPrefix) {
            try LicenseKey(parsing: "ACMF-1", requiredPrefix: "ACME")
        }
    }

    @Test("an empty prefix fits every key, and an impossible one none; a bad key is found first")
    func oddPrefixes() throws {
        #expect(try LicenseKey(parsing: "ACME-1", requiredPrefix: "").rawValue == "ACME-1")
        #expect(try LicenseKey(parsing: "ACME-1", requiredPrefix: " ").rawValue == "ACME-1")
        #expect(throws: LicenseKeyError.wrongPrefix) {
            try LicenseKey(parsing: "ACME-1", requiredPrefix: "ACME_")
        }
        #expect(throws: LicenseKeyError.empty) { try LicenseKey(parsing: "", requiredPrefix: "ACME_") }
        #expect(throws: LicenseKeyError.unexpectedCharacter(codePoint: 0x5F)) {
            try LicenseKey(parsing: "X_", requiredPrefix: "ACME")
        }
    }

    @Test("errors say what is wrong without repeating the key")
    func errorTexts() {
        #expect("\(LicenseKeyError.empty)" == "No license key was entered.")
        #expect("\(LicenseKeyError.tooLong(limit: 256))".contains("256"))
        #expect("\(LicenseKeyError.unexpectedCharacter(codePoint: 0xFF10))".contains("U+FF10"))
        #expect("\(LicenseKeyError.wrongPrefix)" == "This license key belongs to another product.")
    }

    @Test("the redacted form shows outer groups only of a key of four short groups or more")
    func redactedForms() throws {
        func redacted(_ text: String) throws -> String { try LicenseKey(parsing: text).redactedDescription }
        #expect(try redacted("ACME-TEST-0000-0001").hasPrefix("ACME-…-0001(#"))
        #expect(try redacted("ACME-TEST-0001").hasPrefix("key(#"))
        #expect(try redacted("ACMEX-TEST-0000-0001").hasPrefix("key(#"))
        #expect(try redacted("ACME-TEST-0000-00001").hasPrefix("key(#"))
        #expect(try redacted("A").hasPrefix("key(#"))
    }
}
