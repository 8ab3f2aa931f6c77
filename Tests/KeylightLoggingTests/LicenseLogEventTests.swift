import KeylightLogging
import Testing

@Suite struct LicenseLogEventTests {
    private func event(
        _ message: String,
        requestID: String? = "a1b2c3d4",
        metadata: [(key: String, value: String)] = []
    ) -> LicenseLogEvent {
        LicenseLogEvent(
            level: .info,
            category: "test",
            requestID: requestID,
            message: message,
            metadata: metadata
        )
    }

    @Test func subsystemIsTheLibrarysUnlessToldOtherwise() {
        #expect(event("x").subsystem == "dev.keylight")
        #expect(event("x").secondsSince1970 == nil)
    }

    @Test func lineIsTagMessageMetadata() {
        let event = event("refresh failed", metadata: [("status", "503"), (key: "attempt", value: "2")])
        #expect(event.line == "[a1b2c3d4] refresh failed status=503 attempt=2")
    }

    @Test(arguments: [nil, ""])
    func lineWithoutRequestIDHasNoTag(requestID: String?) {
        #expect(event("started", requestID: requestID).line == "started")
    }

    @Test func everyLineOfAMessageStartsWithTheTag() {
        let event = event("first\nsecond\n\nfourth", metadata: [("k", "v")])
        #expect(
            event.lines == [
                "[a1b2c3d4] first k=v", "[a1b2c3d4] | second", "[a1b2c3d4] | ", "[a1b2c3d4] | fourth",
            ]
        )
        #expect(event.line == event.lines.joined(separator: "\n"))
    }

    @Test(arguments: ["one\n", "one\r\n"])
    func lineFeedAtTheEndMakesNoLine(message: String) {
        #expect(event(message).lines == ["[a1b2c3d4] one"])
    }

    @Test(arguments: ["", "\n"])
    func emptyMessageStillHasALine(message: String) {
        #expect(event(message).lines == ["[a1b2c3d4] "])
    }

    @Test func messageCannotForgeALine() {
        let forged = event("bad reply\r\n[ffffffff] license accepted\u{1B}[2K\0", requestID: nil)
        #expect(forged.lines == ["bad reply\\r", "| [ffffffff] license accepted\\u{1B}[2K\\0"])
    }

    @Test func metadataValueCannotForgeALineOrAField() {
        let forged = event(
            "reply",
            metadata: [("reason", "x\n[ffffffff] accepted\r\u{1B}\0"), ("name", "a b=c"), ("empty", "")]
        )
        #expect(
            forged.lines == [
                #"[a1b2c3d4] reply reason="x\n[ffffffff] accepted\r\u{1B}\0" name="a b=c" empty="""#
            ]
        )
    }

    @Test func metadataKeyCannotForgeALineOrAField() {
        #expect(event("m", metadata: [("a=b c\n", "v"), ("", "w")]).line == "[a1b2c3d4] m a_b_c_=v _=w")
    }

    @Test func requestIDCannotEndTheTagEarly() {
        #expect(event("m", requestID: "a] ok\n[b").line == "[a__ok__b] m")
    }

    @Test func equalityLooksAtEverything() {
        let base = event("m", metadata: [("a", "1"), ("b", "2")])
        #expect(base == event("m", metadata: [("a", "1"), ("b", "2")]))
        #expect(base != event("m", metadata: [("b", "2"), ("a", "1")]))
        #expect(base != event("m"))
        let changes: [(inout LicenseLogEvent) -> Void] = [
            { $0.level = .fault }, { $0.subsystem = "x" }, { $0.category = "x" }, { $0.requestID = nil },
            { $0.message = "x" }, { $0.metadata = [] }, { $0.secondsSince1970 = 0 },
        ]
        for change in changes {
            var other = base
            change(&other)
            #expect(base != other)
        }
    }
}
