import KeylightClock
import KeylightCore
import Testing

@Suite struct SystemClockTests {
    private let clock = SystemClock()

    @Test func continuousClockNeverGoesBack() {
        var last = clock.now().continuous
        for _ in 0..<10_000 {
            let next = clock.now().continuous
            #expect(next >= last)
            last = next
        }
    }

    @Test func continuousClockMoves() {
        let first = clock.now().continuous
        var next = first
        // A clock that stands still would end the test by its time limit; a real one ends it at once.
        while next == first { next = clock.now().continuous }
        #expect(next > first)
        #expect(first.nanoseconds > 0)
    }

    @Test func wallClockIsInThisCentury() {
        let wall = clock.now().wall
        // 2020-01-01, for CI runs in other years, and 2100-01-01: a wrong unit (milliseconds, or an epoch of 2001) falls outside.
        #expect(wall > Timestamp(1_577_836_800))
        #expect(wall < Timestamp(4_102_444_800))
    }

    @Test(arguments: [Int64.min, 0, 1])
    func sleepUntilAPastMomentReturnsAtOnce(nanoseconds: Int64) async throws {
        let begin = clock.now().continuous
        try await clock.sleep(until: ContinuousInstant(nanoseconds: nanoseconds))
        #expect(clock.now().continuous.seconds(since: begin) < 30)
    }

    @Test func sleepUntilNowReturnsAtOnce() async throws {
        try await clock.sleep(until: clock.now().continuous)
    }

    @Test func sleepEndsNotBeforeItsDeadline() async throws {
        let deadline = clock.now().continuous.adding(nanoseconds: 2_000_000)
        try await clock.sleep(until: deadline)
        #expect(clock.now().continuous >= deadline)
    }

    @Test func cancellationEndsALongSleep() async throws {
        let clock = clock
        let begin = clock.now().continuous
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            start.yield()
            try await clock.sleep(until: begin.adding(seconds: Seconds.day))
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now().continuous.seconds(since: begin) < Seconds.hour)
    }

    @Test(arguments: [Int64.min, 0, Int64.max])
    func sleepOfACancelledTaskThrows(nanoseconds: Int64) async throws {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: ContinuousInstant(nanoseconds: nanoseconds))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
