import Testing

@testable import KeylightLogging

@Suite struct LogTextTests {
    @Test func everyControlCharacterIsEscaped() {
        for code in UInt32(0)...0x9F {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let isControl = code < 0x20 || code >= 0x7F
            #expect(LogText.isDangerous(scalar) == isControl, "U+\(String(code, radix: 16))")
            var text = ""
            LogText.appendEscaped(Substring(String(Character(scalar))).unicodeScalars, to: &text)
            #expect(text.unicodeScalars.contains(scalar) == !isControl)
        }
    }

    /// Each ASCII scalar alone, against lists that were written by hand.
    @Test func asciiScalarInANameAndInAValue() {
        for code in UInt8(0)...0x7F {
            let text = String(Character(Unicode.Scalar(code)))
            let isVisible = (0x21...0x7E).contains(code)
            let standsInName = isVisible && !["[", "]", "=", "\""].contains(text)
            let standsInValue = isVisible && !["=", "\"", "\\"].contains(text)
            #expect(LogText.name("a\(text)") == (standsInName ? "a\(text)" : "a_"), "\(code)")
            #expect((LogText.value("a\(text)") == "a\(text)") == standsInValue, "\(code)")
        }
    }

    @Test(arguments: [
        "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{061C}", "\u{85}",
    ])
    func separatorsAndDirectionMarksAreEscaped(mark: String) throws {
        let scalar = try #require(mark.unicodeScalars.first)
        let hex = String(scalar.value, radix: 16, uppercase: true)
        #expect(LogText.value("a\(mark)b") == "\"a\\u{\(hex)}b\"")
        #expect(LogText.name("a\(mark)b") == "a_b")
    }

    @Test(arguments: [
        "plain", "ACME-…-0001(sha 3f2a)".filter { $0 != " " }, "Zoë", "日本", "👩‍👩‍👧", "a/b:c", "{x}",
    ])
    func plainValueStaysAsItIs(value: String) {
        #expect(LogText.value(value) == value)
    }

    @Test(
        arguments: [
            ("a b", #""a b""#), (#"say "hi""#, #""say \"hi\"""#), (#"C:\n"#, #""C:\\n""#), ("a=b", #""a=b""#),
            ("\t", #""\t""#), ("a\u{A0}b", "\"a\u{A0}b\""),
        ])
    func unclearValueIsQuoted(value: String, expected: String) {
        #expect(LogText.value(value) == expected)
    }

    /// Two different values must never look the same.
    @Test func quotedBackslashDiffersFromEscape() {
        #expect(LogText.value("\n") != LogText.value(#"\n"#))
        #expect(LogText.value(#"""#) != LogText.value(#"\""#))
    }

    @Test(arguments: [(4, "abcd"), (5, "abcd"), (3, "…")])
    func longTextIsCut(limit: Int, expected: String) {
        #expect(LogText.prefix(of: "abcd", maximumByteCount: limit) == Array(expected.utf8))
    }

    @Test func cutNeverSplitsAScalar() {
        let text = "aé日👍aé日👍"
        for limit in 3...text.utf8.count {
            let bytes = LogText.prefix(of: text, maximumByteCount: limit)
            #expect(bytes.count <= limit)
            let cut = String(validating: bytes, as: UTF8.self)
            #expect(cut != nil, "limit \(limit)")
            #expect(limit == text.utf8.count ? cut == text : cut?.last == "…")
        }
    }
}
