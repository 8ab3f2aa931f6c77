import KeylightVerification
import Testing

/// What an attacker sends to stop a parser. The time limit is what a quadratic parser would run into.
///
/// No value is compared or returned as a whole: a failure would print all of it.
@Suite("StrictJSONParser, hostile input", .timeLimit(.minutes(5)))
struct StrictJSONParserHostileTests {
    @Test("100,000 open brackets end at the 33rd", arguments: ["[", "{\"a\":", "[{\"\":"])
    func deepNesting(unit: String) throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            _ = try String(repeating: unit, count: 100_000).parsed
        }
        #expect(error?.problem == .tooDeep)
        #expect(try #require(error).offset < 33 * unit.utf8.count)
    }

    @Test("a long array, string, number, run of escapes and run of spaces take linear time")
    func longTokens() throws {
        let count = 300_000
        let array = "[" + String(repeating: "0,", count: count) + "0]"
        #expect(try array.parsed.arrayValue?.count == count + 1)
        let text = String(repeating: "x", count: count)
        #expect(try text.quoted.parsed.stringValue?.utf8.count == count)
        let digits = "1" + String(repeating: "0", count: count)
        let isNumber = try digits.parsed == .number(text: digits)
        #expect(isNumber)
        let escapes = "\"" + String(repeating: "\\n", count: count) + "\""
        #expect(try escapes.parsed.stringValue?.utf8.count == count)
        let spaces = String(repeating: " ", count: count)
        #expect(try (spaces + "1" + spaces).parsed == .integer(1))
        #expect(throws: JSONSyntaxError(.unexpectedEnd, at: count)) { _ = try spaces.parsed }
        #expect(throws: JSONSyntaxError(.unexpectedEnd, at: count + 1)) { _ = try ("\"" + text).parsed }
    }

    @Test("100,000 different names are read, and one double among them is found")
    func manyNames() throws {
        let members = (0..<100_000).map { "\"n\($0)\":\($0)" }
        let value = try ("{" + members.joined(separator: ",") + "}").parsed
        #expect(value.objectValue?.members.count == 100_000)
        #expect(value["n99999"] == .integer(99_999))
        let error = #expect(throws: JSONSyntaxError.self) {
            _ = try ("{" + (members + ["\"n50000\":0"]).joined(separator: ",") + "}").parsed
        }
        #expect(error?.problem == .duplicateName)
    }

    @Test("every text of one and two bytes, and every truncation of a reply, is judged without a trap")
    func shortTexts() throws {
        var accepted = 0
        for first in UInt8.min...UInt8.max {
            if (try? StrictJSONParser.parse([first])) != nil { accepted += 1 }
            for second in UInt8.min...UInt8.max where (try? StrictJSONParser.parse([first, second])) != nil {
                accepted += 1
            }
        }
        // Ten digits; then 90 numbers of two digits, ten negative ones, a digit with one of four spaces on
        // either side, and three empty values.
        #expect(accepted == 10 + 90 + 10 + 2 * 4 * 10 + 3)

        let reply = try Array(LeaseFixture().lease().json.utf8)
        for length in reply.indices {
            #expect(throws: JSONSyntaxError.self) { try StrictJSONParser.parse(Array(reply[..<length])) }
        }
    }
}
