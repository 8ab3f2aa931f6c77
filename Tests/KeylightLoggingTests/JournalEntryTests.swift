import Testing

@testable import KeylightLogging

@Suite struct JournalEntryTests {
    private func event(_ message: String, requestID: String? = "a1b2c3d4") -> LicenseLogEvent {
        LicenseLogEvent(level: .error, category: "transport", requestID: requestID, message: message)
    }

    @Test func entryIsBytewiseWhatTheProtocolSays() {
        let entry = JournalEntry(event("refresh failed"), identifier: "app")
        let expected = """
            MESSAGE=[a1b2c3d4] refresh failed
            PRIORITY=3
            SUBSYSTEM=dev.keylight
            CATEGORY=transport
            REQUEST_ID=a1b2c3d4
            SYSLOG_IDENTIFIER=app

            """
        #expect(entry.bytes == Array(expected.utf8))
    }

    @Test func valueWithALineFeedIsFramedByItsLength() {
        var entry = JournalEntry()
        entry.append("MESSAGE", "a\nb")
        #expect(entry.bytes == Array("MESSAGE\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\nb\n".utf8))
    }

    @Test func lengthIsEightBytesLowestFirst() {
        var entry = JournalEntry()
        entry.append("M", [UInt8](repeating: 0x0A, count: 0x01_02_03))
        #expect(Array(entry.bytes[2..<10]) == [3, 2, 1, 0, 0, 0, 0, 0])
    }

    @Test func valueCannotAddAField() throws {
        let fields = try JournalFields(
            JournalEntry(event("m\nPRIORITY=0\n", requestID: "x\nPRIORITY=0"), identifier: "a\nPRIORITY=0")
                .bytes
        )
        #expect(
            fields.names == [
                "MESSAGE", "PRIORITY", "SUBSYSTEM", "CATEGORY", "REQUEST_ID", "SYSLOG_IDENTIFIER",
            ]
        )
        #expect(fields["PRIORITY"] == "3")
        #expect(fields["REQUEST_ID"] == "x\nPRIORITY=0")
        #expect(fields["SYSLOG_IDENTIFIER"] == "a\nPRIORITY=0")
    }

    @Test(arguments: zip(LicenseLogLevel.allCases, ["7", "6", "5", "3", "2"]))
    func levelBecomesPriority(level: LicenseLogLevel, priority: String) throws {
        let event = LicenseLogEvent(level: level, category: "c", message: "m")
        #expect(try JournalFields(JournalEntry(event, identifier: "i").bytes)["PRIORITY"] == priority)
    }

    @Test(arguments: [nil, ""])
    func requestIDIsLeftOutWhenThereIsNone(requestID: String?) throws {
        let entry = JournalEntry(event("m", requestID: requestID), identifier: "i")
        #expect(try JournalFields(entry.bytes)["REQUEST_ID"] == nil)
    }

    @Test func shortFormIsCut() throws {
        let long = String(repeating: "x", count: 5_000)
        let entry = JournalEntry(event(long, requestID: long), identifier: long, maximumMessageByteCount: 100)
        let fields = try JournalFields(entry.bytes)
        for name in ["MESSAGE", "REQUEST_ID", "SYSLOG_IDENTIFIER"] {
            #expect(fields.values[name]?.count == 100)
            #expect(fields[name]?.last == "…")
        }
        #expect(fields["PRIORITY"] == "3")
    }

    @Test(
        arguments: [
            "A=b", "A\n", "A\n\u{3}\0\0\0\0\0\0\0abcd\n", "=b\n", "A=b\nA=c\n", "A",
        ])
    func readerOfTheseTestsRefusesWhatIsMalformed(text: String) {
        #expect(throws: JournalFields.Malformed.self) { try JournalFields(Array(text.utf8)) }
    }
}
