import Foundation
import Testing

@testable import keylightctl

struct JSONTextTests {
    @Test func writesEachKindOfValue() {
        #expect(JSONText.null.line == "null")
        #expect(JSONText.bool(true).line == "true")
        #expect(JSONText.bool(false).line == "false")
        #expect(JSONText.integer(.min).line == "-9223372036854775808")
        #expect(JSONText.array([]).line == "[]")
        #expect(JSONText.array([.integer(1), .null]).line == "[1,null]")
        #expect(JSONText.object([]).line == "{}")
        #expect(JSONText(nil as String?).line == "null")
        #expect(JSONText(nil as Int64?).line == "null")
    }

    @Test func keepsTheOrderOfMembers() {
        let value: JSONText = ["z": .integer(1), "a": ["y": .null, "b": .bool(true)]]
        #expect(value.line == #"{"z":1,"a":{"y":null,"b":true}}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\u{1}", #""\u0001""#),
        ("\u{1B}[0m", #""\u001b[0m""#), ("\u{7F}", #""\u007f""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
        ("ACME-…-é😀", #""ACME-…-é😀""#), ("/", #""/""#),
    ])
    func quotesStrings(_ text: String, _ quoted: String) {
        #expect(JSONText.string(text).line == quoted)
    }

    @Test func isReadByAnotherParser() throws {
        let text = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
        let value: JSONText = ["text": .string(text), "list": [1, 2].json]
        let line = value.line
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
        let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(parsed?["text"] as? String == text)
        #expect(parsed?["list"] as? [Int] == [1, 2])
    }
}

extension [Int64] {
    fileprivate var json: JSONText { .array(map { .integer($0) }) }
}
