import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

/// A release is asked about before each attempt, since the seat may be in use again.
@Suite struct LicensingClientWantedTests {
    /// Says yes so many times, and then no.
    private final class Wish: Sendable {
        private let left: Locked<Int>

        init(times: Int) { left = Locked(times) }

        func isWanted() -> Bool {
            left.withLock {
                $0 -= 1
                return $0 >= 0
            }
        }
    }

    private func start(_ bench: CallBench, times: Int) throws -> SimulatedTask<Exchange> {
        let wish = Wish(times: times)
        return try bench.simulation.start { [client = bench.client, request = bench.deactivate, bench] in
            await client.deactivate(request, requestID: bench.requestID) { wish.isWanted() }
        }
    }

    @Test func whatNobodyWantsIsNotSent() throws {
        let bench = try CallBench()
        let exchange = try start(bench, times: 0).value()
        #expect(exchange.attempts == 0)
        #expect(exchange.wasCancelled)
        #expect(!exchange.mayHaveArrived)
        #expect(bench.transport.requestCount == 0)
    }

    /// Asked before the attempt, before the wait and after it: from the first no on nothing is waited for.
    @Test(
        arguments: [(1, 1, 0), (2, 1, 500), (3, 2, 500), (4, 2, 1_500), (6, 3, 1_500)] as [(Int, Int, Int64)]
    )
    func aFailedAttemptIsRepeatedOnlyWhileItIsWanted(times: Int, attempts: Int, waited: Int64) throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.status(500))
        let task = try start(bench, times: times)
        try bench.simulation.advance(by: .milliseconds(waited))
        let exchange = try task.value()
        #expect(exchange.attempts == attempts)
        #expect(bench.transport.requestCount == attempts)
        #expect(exchange.wasCancelled == (attempts < 3))
        #expect(exchange.mayHaveArrived)
        try bench.simulation.finish()
    }

    @Test func anAnswerCountsThoughNobodyWantsItAnyMore() throws {
        let bench = try CallBench()
        bench.transport.fallback = .reply(.json("{}"))
        let exchange = try start(bench, times: 1).value()
        #expect(exchange.reply?.status == 200)
        #expect(!exchange.wasCancelled)
    }
}
