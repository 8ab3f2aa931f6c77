import Testing

@testable import KeylightLogging

@Suite struct LicenseLoggerTests {
    private func unexpected<Value>(_ value: Value) -> Value {
        Issue.record("evaluated although nobody listens")
        return value
    }

    @Test func eventHoldsAllThatWasSaid() {
        let log = InMemoryLogHandler()
        let logger = LicenseLogger(category: "engine", handlers: [log], now: { 1_835_395_200 })
        logger.log(.error, requestID: "a1b2c3d4", "refresh failed", metadata: [("status", "503")])
        let expected = LicenseLogEvent(
            level: .error,
            category: "engine",
            requestID: "a1b2c3d4",
            message: "refresh failed",
            metadata: [("status", "503")],
            secondsSince1970: 1_835_395_200
        )
        #expect(log.events == [expected])
    }

    @Test func eventHasNoTimeWithoutAClock() {
        let log = InMemoryLogHandler()
        LicenseLogger(category: "engine", handlers: [log]).info("started")
        #expect(log.events.map(\.secondsSince1970) == [nil])
        #expect(log.events.map(\.requestID) == [nil])
    }

    @Test(arguments: LicenseLogLevel.allCases, LicenseLogLevel.allCases)
    func onlyTheMinimumLevelAndAboveAreLogged(level: LicenseLogLevel, minimum: LicenseLogLevel) {
        let log = InMemoryLogHandler()
        let logger = LicenseLogger(category: "test", handlers: [log], minimumLevel: minimum)
        logger.log(level, "x")
        #expect(log.events.map(\.level) == (level >= minimum ? [level] : []))
        #expect(logger.isEnabled(for: level) == (level >= minimum))
    }

    @Test func minimumLevelIsInfoUnlessToldOtherwise() {
        #expect(LicenseLogger(category: "test", handlers: []).minimumLevel == .info)
    }

    @Test func eachMethodLogsAtItsLevel() {
        let log = InMemoryLogHandler()
        let logger = LicenseLogger(category: "test", handlers: [log], minimumLevel: .debug)
        logger.debug(requestID: "1", "a", metadata: [("k", "v")])
        logger.info(requestID: "2", "b", metadata: [("k", "v")])
        logger.notice(requestID: "3", "c", metadata: [("k", "v")])
        logger.error(requestID: "4", "d", metadata: [("k", "v")])
        logger.fault(requestID: "5", "e", metadata: [("k", "v")])
        #expect(log.events.map(\.level) == LicenseLogLevel.allCases)
        #expect(log.lines == ["[1] a k=v", "[2] b k=v", "[3] c k=v", "[4] d k=v", "[5] e k=v"])
    }

    @Test func nothingIsEvaluatedBelowTheMinimumLevel() {
        let log = InMemoryLogHandler()
        let logger = LicenseLogger(category: "test", handlers: [log], now: { self.unexpected(0) })
        logger.debug(unexpected("x"), metadata: [("k", unexpected("v"))])
        logger.log(.debug, unexpected("x"), metadata: [("k", unexpected("v"))])
        #expect(log.events.isEmpty)
    }

    @Test func nothingIsEvaluatedWithoutAHandler() {
        let logger = LicenseLogger(category: "test", handlers: [], now: { self.unexpected(0) })
        for logger in [logger, .disabled] {
            logger.fault(unexpected("x"), metadata: [("k", unexpected("v"))])
            #expect(!logger.isEnabled(for: .fault))
        }
    }

    @Test func messageIsEvaluatedOnceForManyHandlers() {
        let first = InMemoryLogHandler()
        let second = InMemoryLogHandler()
        var count = 0
        func message() -> String {
            count += 1
            return "x\(count)"
        }
        LicenseLogger(category: "test", handlers: [first, second]).info(message())
        #expect(count == 1)
        #expect(first.lines == ["x1"])
        #expect(second.events == first.events)
    }

    @Test func otherCategoryKeepsEverythingElse() {
        let log = InMemoryLogHandler()
        let logger = LicenseLogger(category: "a", handlers: [log], minimumLevel: .error, now: { 7 })
        let other = logger.withCategory("b")
        other.notice("too quiet")
        other.error("loud")
        #expect(logger.category == "a")
        #expect(other.category == "b")
        #expect(log.events.map(\.category) == ["b"])
        #expect(log.events.map(\.secondsSince1970) == [7])
    }
}
