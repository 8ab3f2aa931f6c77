import Testing

@testable import KeylightTransport

@Suite struct RequestBodyTests {
    private func text(_ build: (inout RequestBody) -> Void) -> String {
        var body = RequestBody()
        build(&body)
        return String(decoding: body.finished, as: UTF8.self)
    }

    @Test func anObjectWithoutFields() {
        #expect(text { _ in } == "{}")
    }

    @Test func fieldsKeepTheirOrder() {
        #expect(
            text { body in
                body.add("b", "1")
                body.add("a", Int64(2))
            } == #"{"b":"1","a":2}"#
        )
    }

    @Test func whatIsAbsentIsLeftOut() {
        #expect(
            text { body in
                body.add("a", String?.none)
                body.add("b", Int64?.none)
                body.add("c", "")
            } == #"{"c":""}"#
        )
    }

    @Test(arguments: [
        (#"""#, #"\""#),
        (#"\"#, #"\\"#),
        ("/", "/"),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}", #"\b\t\n\f\r"#),
        ("\r\n", #"\r\n"#),
        ("\u{0}\u{1}\u{F}\u{10}\u{1F}", #"\u0000\u0001\u000f\u0010\u001f"#),
        ("\u{7F}", "\u{7F}"),
        ("é", "é"),
        ("e\u{301}", "e\u{301}"),
        ("\u{2028}\u{2029}", "\u{2028}\u{2029}"),
        ("👩‍💻 日本語", "👩‍💻 日本語"),
        (#"","x":""#, #"\",\"x\":\""#),
    ])
    func anyTextIsEscapedRightly(text: String, escaped: String) {
        let written = self.text { $0.add("t", text) }
        #expect(Array(written.utf8) == Array(#"{"t":"\#(escaped)"}"#.utf8))
    }

    @Test(arguments: [
        (Int64.min, "-9223372036854775808"), (-1, "-1"), (0, "0"), (.max, "9223372036854775807"),
    ])
    func numbersAreExact(number: Int64, text: String) {
        #expect(self.text { $0.add("n", number) } == #"{"n":\#(text)}"#)
    }
}
