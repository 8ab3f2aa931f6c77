import BenchmarkHarness
import Testing

@Suite struct SuiteTests {
    private let machine = MachineDouble()

    /// A row whose subject is slow during the first measurements and good from then on.
    private func row(slowMeasurements: Int, shortfall: Benchmark.Shortfall? = nil) -> Benchmark {
        var batches = 0
        // A measurement of one operation a batch has two batches of warm-up, one for the allocations, 3 rounds.
        let subject = Operation("subject") { count in
            batches += 1
            let rounds = [6, 6 + 9, 6 + 9 + 15]
            let isSlow = slowMeasurements > 0 && batches <= rounds[min(slowMeasurements, 3) - 1]
            self.machine.nanoseconds += UInt64(count) * (isSlow ? 2_000 : 1_000)
        }
        return Benchmark(
            "row",
            subject: subject,
            reference: machine.operation("reference", nanoseconds: 1_000),
            ratioGoal: 1,
            shortfall: shortfall
        )
    }

    private var suite: Suite {
        var meter = machine.meter
        meter.rounds = 3
        meter.batchNanoseconds = 1
        return Suite(meter: meter)
    }

    @Test(arguments: [
        (0, 3, Verdict.met), (1, 6, .met), (2, 12, .met), (3, 12, .broken("ratio 2 is above 1")),
    ])
    func `a broken row is measured again, twice at most`(slow: Int, rounds: Int, verdict: Verdict) throws {
        let result = try suite.run(row(slowMeasurements: slow))
        #expect(result.verdict == verdict)
        #expect(result.measurement.rounds == rounds)
    }

    @Test func `the table deceives nobody`() throws {
        let shortfall = Benchmark.Shortfall(ratio: 3, reason: "physics")
        let missed = try suite.run(row(slowMeasurements: 3, shortfall: shortfall))
        let reached = try suite.run(row(slowMeasurements: 0, shortfall: shortfall))
        let broken = try suite.run(row(slowMeasurements: 3))
        let table = Suite.table([missed, reached, broken])
        #expect(table.contains("1 (held to 3)"))
        #expect(table.contains("row misses its goal: physics"))
        #expect(table.contains("row: reached, so its documented shortfall can go"))
        #expect(table.contains("row is BROKEN: ratio 2 is above 1"))
    }
}
