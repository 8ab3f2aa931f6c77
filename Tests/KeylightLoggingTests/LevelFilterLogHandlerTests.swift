import KeylightLogging
import Testing

@Suite struct LevelFilterLogHandlerTests {
    @Test(arguments: LicenseLogLevel.allCases)
    func passesOnItsLevelAndAbove(minimum: LicenseLogLevel) {
        let log = InMemoryLogHandler()
        let filter = LevelFilterLogHandler(log, minimumLevel: minimum)
        let logger = LicenseLogger(category: "test", handlers: [filter], minimumLevel: .debug)
        for level in LicenseLogLevel.allCases {
            logger.log(level, "x")
        }
        #expect(log.events.map(\.level) == LicenseLogLevel.allCases.filter { $0 >= minimum })
    }
}
