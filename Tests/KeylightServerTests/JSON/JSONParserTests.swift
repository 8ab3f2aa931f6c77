import Testing

@testable import KeylightServer

@Suite("The server's own JSON")
struct JSONParserTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONParser.parse(Array(text.utf8))
    }

    private static let readable: [(String, JSONValue)] = [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
        ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .otherNumber("9223372036854775808")), ("1.0", .otherNumber("1.0")),
        ("1e3", .otherNumber("1e3")), ("-1.5E-7", .otherNumber("-1.5E-7")), (#""""#, .string("")),
        (#""a\"\\\/\b\f\n\r\t\u0041\u00e9""#, .string("a\"\\/\u{8}\u{c}\n\r\tAé")),
        (#""\ud83d\ude00\u0000""#, .string("😀\0")), (#""é😀""#, .string("é😀")), ("[]", .array([])),
        ("[1 , [2]]", .array([.integer(1), .array([.integer(2)])])), ("{ }", .object([:])),
        (#"{"a":1,"b":{"a":null}}"#, ["a": .integer(1), "b": ["a": .null]]),
    ]

    @Test("Values are read", arguments: readable)
    func values(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
        // What is written is read back, by this reader and by Foundation's.
        #expect(try parse(value.text) == value)
        _ = try Node(Array(value.text.utf8))
    }

    @Test(
        "What is not JSON is refused",
        arguments: [
            "", " ", "nul", "nulls", "True", "NaN", "+1", "01", "-", "-01", ".5", "1.", "1e", "1e+", "0x1",
            "1 2",
            "'a'", #"""#, #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#,
            #""\udc00""#, "\"a\nb\"", "\"\0\"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{a:1}",
            "{1:2}",
            #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1"#, #"{"a":1 "b":2}"#, #"{"a":1,"a":1}"#, "{}{}",
            "\u{feff}{}",
            "// x\n1",
        ]
    )
    func malformed(text: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(text) }
    }

    @Test("Bytes that are not UTF-8 are refused wherever they stand")
    func invalidUTF8() {
        for bytes: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] {
            #expect(throws: JSONParser.Failure.self) { try JSONParser.parse([0x22] + bytes + [0x22]) }
            #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(bytes) }
        }
    }

    @Test("The depth is bounded to the level")
    func depth() throws {
        func nested(_ levels: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
        }
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            _ = try parse(nested(JSONParser.depthLimit, open, close))
            #expect(throws: JSONParser.Failure.self) {
                try parse(nested(JSONParser.depthLimit + 1, open, close))
            }
            #expect(throws: JSONParser.Failure.self) { try parse(nested(60_000, open, close)) }
        }
    }

    @Test("Random bytes and damaged documents never do more than fail")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 7)
        let document = Array(#"{"a":[1,-2.5e3,"\ud83d\ude00x",true,null],"b":{"c":"é"}}"#.utf8)
        for _ in 0..<5_000 {
            _ = try? JSONParser.parse(generator.bytes(Int.random(in: 0..<64, using: &generator)))
            var damaged = document
            damaged[Int.random(in: damaged.indices, using: &generator)] = generator.bytes(1)[0]
            if let value = try? JSONParser.parse(damaged) {
                #expect(try parse(value.text) == value)
            }
        }
        #expect(try JSONParser.parse(document).objectValue?.count == 2)
    }

    @Test("The same object is always the same text, with its control characters escaped")
    func writing() {
        let value: JSONValue = ["b": .string("\u{1}\u{1f}\"\\\n\r\t/é"), "a": .array([.bool(false), .null])]
        #expect(value.text == #"{"a":[false,null],"b":"\u0001\u001f\"\\\n\r\t/é"}"#)
    }
}
