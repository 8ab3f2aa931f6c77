import Testing

@testable import KeylightLogging

@Suite struct PlatformLogHandlerTests {
    @Test func terminalShowsLinesAndTheJournalIsNotEvenTried() {
        let handler = PlatformLogHandler.choose(standardErrorIsTerminal: true) {
            Issue.record("tried the journal")
            return InMemoryLogHandler()
        }
        #expect(handler is StandardErrorLogHandler)
    }

    @Test func journalIsTakenWhereItListens() {
        let handler = PlatformLogHandler.choose(standardErrorIsTerminal: false) { InMemoryLogHandler() }
        #expect(handler is InMemoryLogHandler)
    }

    @Test func standardErrorIsTheLastResort() {
        let handler = PlatformLogHandler.choose(standardErrorIsTerminal: false) { nil }
        #expect(handler is StandardErrorLogHandler)
    }
}
