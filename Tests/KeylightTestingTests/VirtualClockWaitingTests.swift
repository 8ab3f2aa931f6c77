import KeylightCore
import KeylightTesting
import Testing

/// The clock on Swift's own threads, without an executor that the test drains: BL-064.
@Suite struct VirtualClockWaitingTests {
    private let clock = VirtualClock()

    @Test func waitsForSleepersAndThenMovesTime() async throws {
        let clock = clock
        let deadline = clock.instant(in: Seconds.hour)
        let task = Task { try await clock.sleep(until: deadline) }
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: Seconds.hour)
        try await task.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func returnsAtOnceWhenTheyAreThere() async throws {
        let clock = clock
        try await clock.waitForSleepers(count: 0)
        let task = Task { try await clock.sleep(for: 1) }
        try await clock.waitForSleepers(count: 1)
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: 1)
        try await task.value
    }

    @Test func waitsForAsManyAsAsked() async throws {
        let clock = clock
        let task = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in 1...20 { group.addTask { try await clock.sleep(for: Int64(seconds)) } }
                try await group.waitForAll()
            }
        }
        try await clock.waitForSleepers(count: 20)
        #expect(clock.sleeperCount == 20)
        clock.advance(by: 20)
        try await task.value
    }

    @Test func cancelledWaiterThrows() async throws {
        let clock = clock
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.waitForSleepers(count: 1)
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        let waiter = Task { try await clock.waitForSleepers(count: 1) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func cancelledSleepOfAFreeTaskThrows() async throws {
        let clock = clock
        let task = Task { try await clock.sleep(for: 10) }
        try await clock.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func repeatedSleepsStepByStep() async throws {
        let clock = clock
        let begin = clock.now().continuous
        let task = Task {
            for step in 1...100 { try await clock.sleep(until: begin.adding(seconds: Int64(step))) }
            return clock.now().continuous.seconds(since: begin)
        }
        for _ in 1...100 {
            try await clock.waitForSleepers(count: 1)
            clock.advance(by: 1)
        }
        #expect(try await task.value == 100)
    }
}
