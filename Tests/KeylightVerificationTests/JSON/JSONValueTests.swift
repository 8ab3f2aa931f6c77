import KeylightVerification
import Testing

@Suite("JSONValue")
struct JSONValueTests {
    @Test("each accessor answers for its own kind and for no other")
    func accessors() throws {
        let values: [JSONValue] = [
            .null, .bool(false), .integer(0), .number(text: "0.0"), .string(""), .array([]),
            .object(JSONObject()),
        ]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(values.map { $0.boolValue != nil } == [false, true, false, false, false, false, false])
        #expect(values.map { $0.integerValue != nil } == [false, false, true, false, false, false, false])
        #expect(values.map { $0.stringValue != nil } == [false, false, false, false, true, false, false])
        #expect(values.map { $0.arrayValue != nil } == [false, false, false, false, false, true, false])
        #expect(values.map { $0.objectValue != nil } == [false, false, false, false, false, false, true])
    }

    @Test("a member that is null is there, and one of something else is not")
    func members() throws {
        let value = try "{\"a\":null}".parsed
        #expect(value["a"] == .null)
        #expect(value["b"] == nil)
        #expect(JSONValue.array([])["a"] == nil)
        #expect(JSONValue.null["a"] == nil)
    }
}
