import KeylightClock
import KeylightCore
import KeylightTesting
import Testing

/// BL-064: hundreds of cases in parallel on busy cores, and not one that fails by luck.
@Suite struct StressTests {
    @Test(arguments: 0..<300)
    func simulationsInParallel(number: Int) throws {
        let simulation = Simulation()
        let clock = simulation.clock
        let begin = clock.now().continuous
        let transport = simulation.makeTransport(fallback: .reply(.after(.seconds(2), .status(200))))
        let heartbeat = simulation.runner.run {
            while !Task.isCancelled { try? await clock.sleep(for: 60) }
        }
        let task = try simulation.start { () -> [Int64] in
            var moments: [Int64] = []
            for _ in 0..<20 {
                try await clock.sleep(for: Int64(100 + number))
                _ = try await transport.send(Requests.post("validate"))
                moments.append(clock.now().continuous.seconds(since: begin))
            }
            return moments
        }
        try simulation.advance(by: 20 * Int64(102 + number) - 1)
        #expect(!task.isFinished)
        #expect(transport.requestCount == 20)
        try simulation.advance(by: 1)
        #expect(try task.value() == (1...20).map { Int64($0) * Int64(102 + number) })
        heartbeat.cancel()
        try simulation.finish()
    }

    @Test(arguments: 0..<200)
    func clocksOnFreeThreadsInParallel(number: Int) async throws {
        let clock = VirtualClock()
        let begin = clock.now().continuous
        let task = Task {
            for step in 1...20 { try await clock.sleep(until: begin.adding(seconds: Int64(step * 60))) }
        }
        for _ in 1...20 {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: Seconds.minute)
        }
        try await task.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancellationRacesLeaveNothing() async throws {
        let clock = VirtualClock()
        let deadline = clock.now().continuous.adding(seconds: 1)
        let tasks = (0..<500).map { _ in Task { try await clock.sleep(until: deadline) } }
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(clock.sleeperCount == 0)
    }
}
