import KeylightVerification
import Testing

@Suite("StrictJSONParser")
struct StrictJSONParserTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null),
        ("true", .bool(true)),
        ("false", .bool(false)),
        (" \t\r\n null \t\r\n ", .null),
        // Integers.
        ("0", .integer(0)),
        ("-0", .integer(0)),
        ("7", .integer(7)),
        ("-7", .integer(-7)),
        ("10", .integer(10)),
        ("1772323200", .integer(1_772_323_200)),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        // Numbers that are no integers stay as they were written.
        ("9223372036854775808", .number(text: "9223372036854775808")),
        ("-9223372036854775809", .number(text: "-9223372036854775809")),
        ("18446744073709551616", .number(text: "18446744073709551616")),
        ("1.0", .number(text: "1.0")),
        ("-0.0", .number(text: "-0.0")),
        ("0.1", .number(text: "0.1")),
        ("1.50", .number(text: "1.50")),
        ("1e3", .number(text: "1e3")),
        ("1E3", .number(text: "1E3")),
        ("1e+3", .number(text: "1e+3")),
        ("1e-3", .number(text: "1e-3")),
        ("1e0", .number(text: "1e0")),
        ("0e0", .number(text: "0e0")),
        ("1.5e10", .number(text: "1.5e10")),
        ("1e999999999", .number(text: "1e999999999")),
        ("1e007", .number(text: "1e007")),
        // Strings.
        ("\"\"", .string("")),
        ("\"abc\"", .string("abc")),
        ("\"é ü 漢 🔑\"", .string("é ü 漢 🔑")),
        ("\"\u{7F}\"", .string("\u{7F}")),
        ("\"\u{80}\u{9F}\"", .string("\u{80}\u{9F}")),
        ("\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}")),
        ("\"\u{FEFF}\"", .string("\u{FEFF}")),
        ("\"\u{FFFE}\u{FFFF}\u{FFFD}\"", .string("\u{FFFE}\u{FFFF}\u{FFFD}")),
        ("\"\u{10FFFF}\"", .string("\u{10FFFF}")),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{08}\u{0C}\n\r\t")),
        (#""\u0041""#, .string("A")),
        (#""\u00e9\u00E9""#, .string("éé")),
        (#""\u0000""#, .string("\u{0}")),
        (#""\uD83D\uDD11""#, .string("🔑")),
        (#""\ud800\udc00""#, .string("\u{10000}")),
        (#""\uDBFF\uDFFF""#, .string("\u{10FFFF}")),
        (#""\uFFFF\uE000\uD7FF""#, .string("\u{FFFF}\u{E000}\u{D7FF}")),
        (#""\\u0041""#, .string("\\u0041")),
        ("\"//\"", .string("//")),
        // Arrays.
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("[1]", .array([.integer(1)])),
        ("[1,2 , 3]", .array([.integer(1), .integer(2), .integer(3)])),
        (
            "[null,true,\"\",[],{}]",
            .array([.null, .bool(true), .string(""), .array([]), .object(JSONObject())])
        ),
        // Objects.
        ("{}", .object(JSONObject())),
        ("{ }", .object(JSONObject())),
        ("{\"a\":1}", .object(JSONObject([.init(name: "a", value: .integer(1))]))),
        ("{ \"a\" : null }", .object(JSONObject([.init(name: "a", value: .null)]))),
        ("{\"\":0}", .object(JSONObject([.init(name: "", value: .integer(0))]))),
        (
            "{\"b\":1,\"a\":2}",
            .object(JSONObject([.init(name: "b", value: .integer(1)), .init(name: "a", value: .integer(2))]))
        ),
        ("[{\"a\":1},{\"a\":1}]", .array(Array(repeating: object(["a": .integer(1)]), count: 2))),
        ("{\"a\":{\"a\":1}}", object(["a": object(["a": .integer(1)])])),
        ("{\"\\u0061\":1}", object(["a": .integer(1)])),
    ]

    private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(JSONObject(members.map { .init(name: $0.key, value: $0.value) }))
    }

    @Test("what RFC 8259 allows is read exactly", arguments: accepted)
    func accepts(text: String, expected: JSONValue) throws {
        #expect(try text.parsed == expected)
    }

    static let refused: [(String, JSONSyntaxError)] = [
        // Nothing, and too little.
        ("", .init(.unexpectedEnd, at: 0)),
        ("  ", .init(.unexpectedEnd, at: 2)),
        ("nul", .init(.unexpectedEnd, at: 3)),
        ("tru", .init(.unexpectedEnd, at: 3)),
        ("[", .init(.unexpectedEnd, at: 1)),
        ("[1", .init(.unexpectedEnd, at: 2)),
        ("[1,", .init(.unexpectedEnd, at: 3)),
        ("{", .init(.unexpectedEnd, at: 1)),
        ("{\"a\"", .init(.unexpectedEnd, at: 4)),
        ("{\"a\":", .init(.unexpectedEnd, at: 5)),
        ("{\"a\":1", .init(.unexpectedEnd, at: 6)),
        ("{\"a\":1,", .init(.unexpectedEnd, at: 7)),
        ("\"", .init(.unexpectedEnd, at: 1)),
        ("\"abc", .init(.unexpectedEnd, at: 4)),
        ("\"\\", .init(.unexpectedEnd, at: 2)),
        ("\"\\u12", .init(.unexpectedEnd, at: 5)),
        ("-", .init(.unexpectedEnd, at: 1)),
        ("1.", .init(.unexpectedEnd, at: 2)),
        ("1e", .init(.unexpectedEnd, at: 2)),
        ("1e+", .init(.unexpectedEnd, at: 3)),
        // Too much.
        ("null null", .init(.trailingBytes, at: 5)),
        ("{}{}", .init(.trailingBytes, at: 2)),
        ("[]]", .init(.trailingBytes, at: 2)),
        ("{}x", .init(.trailingBytes, at: 2)),
        ("1 2", .init(.trailingBytes, at: 2)),
        ("\"a\"\"b\"", .init(.trailingBytes, at: 3)),
        ("nullx", .init(.trailingBytes, at: 4)),
        ("{}\u{0}", .init(.trailingBytes, at: 2)),
        ("{}//", .init(.trailingBytes, at: 2)),
        ("0x1", .init(.trailingBytes, at: 1)),
        ("1_000", .init(.trailingBytes, at: 1)),
        // Words of other languages.
        ("True", .init(.unexpectedByte, at: 0)),
        ("NULL", .init(.unexpectedByte, at: 0)),
        ("nil", .init(.unexpectedByte, at: 1)),
        ("truE", .init(.unexpectedByte, at: 3)),
        ("NaN", .init(.unexpectedByte, at: 0)),
        ("Infinity", .init(.unexpectedByte, at: 0)),
        ("undefined", .init(.unexpectedByte, at: 0)),
        ("'a'", .init(.unexpectedByte, at: 0)),
        ("<html>", .init(.unexpectedByte, at: 0)),
        ("/* */ 1", .init(.unexpectedByte, at: 0)),
        ("# 1", .init(.unexpectedByte, at: 0)),
        ("\u{A0}1", .init(.unexpectedByte, at: 0)),
        ("\u{0B}1", .init(.unexpectedByte, at: 0)),
        ("\u{0C}1", .init(.unexpectedByte, at: 0)),
        ("\u{2028}1", .init(.unexpectedByte, at: 0)),
        ("\u{0}", .init(.unexpectedByte, at: 0)),
        // Numbers.
        ("01", .init(.invalidNumber, at: 0)),
        ("-01", .init(.invalidNumber, at: 0)),
        ("00", .init(.invalidNumber, at: 0)),
        ("+1", .init(.unexpectedByte, at: 0)),
        (".5", .init(.unexpectedByte, at: 0)),
        ("-.5", .init(.invalidNumber, at: 0)),
        ("--1", .init(.invalidNumber, at: 0)),
        ("- 1", .init(.invalidNumber, at: 0)),
        ("1.e3", .init(.invalidNumber, at: 0)),
        ("[1.]", .init(.invalidNumber, at: 1)),
        ("1ee3", .init(.invalidNumber, at: 0)),
        ("1e+-3", .init(.invalidNumber, at: 0)),
        ("[1e]", .init(.invalidNumber, at: 1)),
        ("1.2.3", .init(.trailingBytes, at: 3)),
        ("1e3.5", .init(.trailingBytes, at: 3)),
        ("-Infinity", .init(.invalidNumber, at: 0)),
        ("１", .init(.unexpectedByte, at: 0)),
        // Strings.
        ("\"a\nb\"", .init(.controlCharacter, at: 2)),
        ("\"\u{0}\"", .init(.controlCharacter, at: 1)),
        ("\"\t\"", .init(.controlCharacter, at: 1)),
        ("\"\u{1F}\"", .init(.controlCharacter, at: 1)),
        (#""\x41""#, .init(.invalidEscape, at: 1)),
        (#""\a""#, .init(.invalidEscape, at: 1)),
        (#""\'""#, .init(.invalidEscape, at: 1)),
        (#""\0""#, .init(.invalidEscape, at: 1)),
        (#""\U0041""#, .init(.invalidEscape, at: 1)),
        (#""\u12G4""#, .init(.invalidEscape, at: 1)),
        (#""\u 041""#, .init(.invalidEscape, at: 1)),
        (#""\u+041""#, .init(.invalidEscape, at: 1)),
        (#""\u{41}""#, .init(.invalidEscape, at: 1)),
        (#""\uD83D""#, .init(.loneSurrogate, at: 1)),
        (#""\uDD11""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\n""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83Dx""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\u0041""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\uD83D""#, .init(.loneSurrogate, at: 1)),
        (#""\uDD11\uD83D""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\uDBFF""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\uE000""#, .init(.loneSurrogate, at: 1)),
        (#""\uD83D\uFFFF""#, .init(.loneSurrogate, at: 1)),
        // Arrays and objects.
        ("[,]", .init(.unexpectedByte, at: 1)),
        ("[1,]", .init(.unexpectedByte, at: 3)),
        ("[1 2]", .init(.unexpectedByte, at: 3)),
        ("[1,,2]", .init(.unexpectedByte, at: 3)),
        ("[1}", .init(.unexpectedByte, at: 2)),
        ("]", .init(.unexpectedByte, at: 0)),
        ("{]", .init(.unexpectedByte, at: 1)),
        ("{,}", .init(.unexpectedByte, at: 1)),
        ("{\"a\":1,}", .init(.unexpectedByte, at: 7)),
        ("{\"a\" 1}", .init(.unexpectedByte, at: 5)),
        ("{\"a\"=1}", .init(.unexpectedByte, at: 4)),
        ("{\"a\":}", .init(.unexpectedByte, at: 5)),
        ("{\"a\":1 \"b\":2}", .init(.unexpectedByte, at: 7)),
        ("{a:1}", .init(.unexpectedByte, at: 1)),
        ("{1:1}", .init(.unexpectedByte, at: 1)),
        ("{null:1}", .init(.unexpectedByte, at: 1)),
        // Two answers at once.
        ("{\"a\":1,\"a\":1}", .init(.duplicateName, at: 7)),
        ("{\"a\":1,\"b\":2,\"a\":3}", .init(.duplicateName, at: 13)),
        ("{\"a\":1,\"\\u0061\":2}", .init(.duplicateName, at: 7)),
        ("{\"\":1,\"\":2}", .init(.duplicateName, at: 6)),
        ("[{\"x\":{\"a\":1,\"a\":2}}]", .init(.duplicateName, at: 13)),
    ]

    @Test("everything else is refused, with what is wrong and where", arguments: refused)
    func refuses(text: String, expected: JSONSyntaxError) {
        #expect(throws: expected) { try text.parsed }
    }

    @Test(
        "bytes that are not UTF-8 are refused wherever they stand",
        arguments: [
            [0xFF], [0xFE], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80],
            [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x94],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3, 0xC3, 0xA9], [0xEF, 0xBB],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONSyntaxError(.invalidUTF8, at: 0)) {
            try StrictJSONParser.parse([quote] + bytes + [quote])
        }
        #expect(throws: JSONSyntaxError(.invalidUTF8, at: 1)) {
            try StrictJSONParser.parse(Array("{\"x".utf8) + bytes + Array("\":1}".utf8))
        }
        #expect(throws: JSONSyntaxError(.unexpectedByte, at: 0)) { try StrictJSONParser.parse(bytes) }
    }

    @Test("a byte-order mark is refused, and so are UTF-16 and UTF-32")
    func otherEncodings() {
        #expect(throws: JSONSyntaxError(.byteOrderMark, at: 0)) {
            try StrictJSONParser.parse([0xEF, 0xBB, 0xBF] + Array("{}".utf8))
        }
        let others: [[UInt8]] = [
            [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D],
            [0x7B, 0x00, 0x7D, 0x00],
            [0x00, 0x7B, 0x00, 0x7D], [0x7B, 0x00, 0x00, 0x00, 0x7D, 0x00, 0x00, 0x00],
        ]
        for bytes in others {
            #expect(throws: JSONSyntaxError.self) { try StrictJSONParser.parse(bytes) }
        }
    }

    @Test("names that Swift's String takes for equal are two names in JSON")
    func canonicallyEquivalentNames() throws {
        let value = try "{\"\u{E9}\":1,\"e\u{301}\":2}".parsed
        #expect(value["\u{E9}"] == .integer(1))
        #expect(value["e\u{301}"] == .integer(2))
    }

    @Test("32 levels are read, 33 are not, of arrays and of objects")
    func depth() throws {
        for (open, inner, close) in [("[", "", "]"), ("{\"a\":", "1", "}"), ("[{\"a\":", "1", "}]")] {
            let levels = open.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
            let fitting = 32 / levels
            let good =
                String(repeating: open, count: fitting) + inner + String(repeating: close, count: fitting)
            #expect(throws: Never.self) { try good.parsed }
            let error = #expect(throws: JSONSyntaxError.self) { try "[\(good)]".parsed }
            #expect(error?.problem == .tooDeep)
        }
        #expect(StrictJSONParser.maximumDepth == 32)
    }

    @Test("siblings do not add up to depth")
    func width() throws {
        let text = "[" + Array(repeating: "[[]]", count: 1_000).joined(separator: ",") + "]"
        #expect(try text.parsed.arrayValue?.count == 1_000)
    }

    @Test("the error tells a place and never the text")
    func errorText() {
        let error = #expect(throws: JSONSyntaxError.self) { try "{\"license_key\":\"SECRET\",}".parsed }
        #expect(error.map { "\($0)" } == "unexpected byte at byte 24")
    }
}
