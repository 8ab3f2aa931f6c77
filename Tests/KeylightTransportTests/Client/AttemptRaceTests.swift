import KeylightClock
import KeylightCore
import KeylightTesting
import Testing

@testable import KeylightTransport

@Suite struct AttemptRaceTests {
    private let request = TransportRequest(
        method: "GET",
        url: "https://h/",
        path: "/",
        headers: [],
        body: nil
    )

    private struct BrokenClock: LicenseClock {
        let base: VirtualClock
        struct Broken: Error {}
        func now() -> ClockReading { base.now() }
        func sleep(until deadline: ContinuousInstant) async throws { throw Broken() }
    }

    /// Without a clock there is no limit, and without a limit no waiting.
    @Test func aBrokenClockEndsTheAttempt() throws {
        let simulation = Simulation()
        let transport = simulation.makeTransport(fallback: .reply(.hold))
        let clock = BrokenClock(base: simulation.clock)
        let outcome = try simulation.run { [request, runner = simulation.runner] in
            await AttemptRace.run(request, over: transport, clock: clock, runner: runner, timeout: 15_000)
        }
        guard case .timedOut = outcome else {
            Issue.record("not timed out: \(outcome)")
            return
        }
        try simulation.finish()
    }

    /// When the runner's owner cancels everything, a waiting caller is let go.
    @Test func cancelledBackgroundWorkEndsTheAttempt() throws {
        let simulation = Simulation()
        let transport = simulation.makeTransport(fallback: .reply(.hold))
        transport.honoursCancellation = false
        let task = try simulation.start { [request, runner = simulation.runner, clock = simulation.clock] in
            await AttemptRace.run(request, over: transport, clock: clock, runner: runner, timeout: 15_000)
        }
        simulation.runner.cancelAll()
        try simulation.drain()
        guard case .cancelled = try task.value() else {
            Issue.record("not cancelled")
            return
        }
        transport.releaseAll(with: .status(200))
        try simulation.finish()
    }

    /// Real threads: reply, limit and cancellation come in any order, and each caller is resumed once.
    @Test func anyOrderOnRealThreads() async {
        let transport = ScriptedTransport(fallback: .reply(.status(200)))
        let clock = VirtualClock()
        let outcomes = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 {
                group.addTask { [request] in
                    if number % 3 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                    let outcome = await AttemptRace.run(
                        request,
                        over: transport,
                        clock: clock,
                        runner: SystemBackgroundRunner(),
                        timeout: number % 5 == 0 ? 0 : 15_000
                    )
                    if case .error = outcome { return 0 }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(outcomes >= 666)
    }
}
