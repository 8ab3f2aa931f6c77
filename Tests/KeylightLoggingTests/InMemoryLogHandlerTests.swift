import KeylightLogging
import Testing

@Suite struct InMemoryLogHandlerTests {
    private func logger(_ log: InMemoryLogHandler) -> LicenseLogger {
        LicenseLogger(category: "test", handlers: [log])
    }

    @Test(
        arguments: [
            (0, [], 0), (2, ["0", "1"], 0), (3, ["0", "1", "2"], 0), (4, ["1", "2", "3"], 1),
            (5, ["2", "3", "4"], 2), (6, ["3", "4", "5"], 3), (7, ["4", "5", "6"], 4),
        ] as [(Int, [String], Int)]
    )
    func latestEventsAreKept(count: Int, lines: [String], dropped: Int) {
        let log = InMemoryLogHandler(capacity: 3)
        for number in 0..<count {
            logger(log).info("\(number)")
        }
        #expect(log.lines == lines)
        #expect(log.events.map(\.message) == lines)
        #expect(log.droppedCount == dropped)
    }

    @Test(arguments: [0, -1, Int.min])
    func noCapacityKeepsNothingAndCounts(capacity: Int) {
        let log = InMemoryLogHandler(capacity: capacity)
        logger(log).info("a")
        logger(log).info("b")
        #expect(log.capacity == 0)
        #expect(log.events.isEmpty)
        #expect(log.droppedCount == 2)
    }

    @Test func removeAllStartsAfresh() {
        let log = InMemoryLogHandler(capacity: 2)
        for number in 0..<5 {
            logger(log).info("\(number)")
        }
        log.removeAll()
        #expect(log.events.isEmpty)
        #expect(log.droppedCount == 0)
        logger(log).info("new")
        #expect(log.lines == ["new"])
    }

    @Test func linesOfOneEventStandAlone() {
        let log = InMemoryLogHandler()
        logger(log).info(requestID: "1", "a\nb")
        #expect(log.lines == ["[1] a", "[1] | b"])
    }

    @Test(arguments: [1_000, 100])
    func manyTasksLoseNothing(capacity: Int) async {
        let log = InMemoryLogHandler(capacity: capacity)
        let logger = logger(log)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask { logger.info(requestID: "\(number)", "x") }
            }
        }
        let ids = Set(log.events.compactMap(\.requestID))
        #expect(ids.count == capacity)
        #expect(log.droppedCount == 1_000 - capacity)
    }
}
