import KeylightLogging
import Testing

@Suite struct LicenseLogLevelTests {
    @Test func levelsAreOrderedByHowMuchTheyMatter() {
        #expect(LicenseLogLevel.allCases == [.debug, .info, .notice, .error, .fault])
        #expect(LicenseLogLevel.allCases == LicenseLogLevel.allCases.sorted())
        #expect(LicenseLogLevel.debug < .info)
        #expect(!(LicenseLogLevel.error < .error))
    }

    @Test func namesAreLowerCase() {
        let names = LicenseLogLevel.allCases.map { "\($0)" }
        #expect(names == ["debug", "info", "notice", "error", "fault"])
    }
}
