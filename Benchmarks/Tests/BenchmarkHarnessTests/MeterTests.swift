import BenchmarkHarness
import Testing

@Suite struct MeterTests {
    private let machine = MachineDouble()

    @Test func `gives times, ratio and allocations of one operation`() throws {
        let measurement = try machine.meter.measure(
            Benchmark(
                "row",
                subject: machine.operation("subject", nanoseconds: 300, allocations: 2),
                reference: machine.operation("reference", nanoseconds: 200, allocations: 7),
                ratioGoal: 1
            )
        )
        #expect(measurement.subjectNanoseconds == 300)
        #expect(measurement.referenceNanoseconds == 200)
        #expect(measurement.ratio == 1.5)
        #expect(measurement.allocations == 2)
        #expect(measurement.rounds == 101)
    }

    @Test func `takes turns, so that a slow spell slows down both`() throws {
        var log: [String] = []
        var meter = machine.meter
        meter.rounds = 3
        meter.batchNanoseconds = 100
        _ = try meter.measure(
            Benchmark(
                "row",
                subject: machine.operation("subject", nanoseconds: 100) { _ in log.append("A") },
                reference: machine.operation("reference", nanoseconds: 100) { _ in log.append("B") },
                ratioGoal: 1
            )
        )
        #expect(log.suffix(6) == ["A", "B", "A", "B", "A", "B"])
    }

    @Test func `makes batches that are long enough for the clock`() throws {
        var largest = 0
        var meter = machine.meter
        meter.batchNanoseconds = 1_000
        _ = try meter.measure(
            Benchmark(
                "row",
                subject: machine.operation("subject", nanoseconds: 3) { largest = max(largest, $0) },
                reference: machine.operation("reference", nanoseconds: 5_000),
                ratioGoal: 1
            )
        )
        // Besides the batches, only the count of allocations runs: a thousand times.
        #expect(largest == 1_000)
        #expect(512 * 3 >= meter.batchNanoseconds && 256 * 3 < meter.batchNanoseconds)
    }

    @Test func `a few disturbed rounds do not count`() throws {
        var round = 0
        let subject = Operation("subject") { count in
            round += 1
            self.machine.nanoseconds += UInt64(count) * (round.isMultiple(of: 3) ? 1_000_000 : 1_000)
        }
        let measurement = try machine.meter.measure(
            Benchmark(
                "row",
                subject: subject,
                reference: machine.operation("reference", nanoseconds: 1_000),
                ratioGoal: 1
            )
        )
        #expect(measurement.ratio == 1)
    }

    @Test func `a slow row is run less often`() throws {
        var subjects = 0
        let measurement = try machine.meter.measure(
            Benchmark(
                "row",
                subject: machine.operation("subject", nanoseconds: 1_000_000, allocations: 3) {
                    subjects += $0
                },
                reference: machine.operation("reference", nanoseconds: 1_000_000),
                ratioGoal: 1,
                effort: Benchmark.Effort(rounds: 5, allocationSample: 10)
            ),
            factor: 2
        )
        #expect(measurement.rounds == 10)
        #expect(measurement.allocations == 3)
        // Two to find the batch's size, ten for the allocations, ten rounds of one.
        #expect(subjects == 22)
    }

    @Test func `an operation that fails is no measurement`() {
        struct Wrong: Error {}
        #expect(throws: Wrong.self) {
            try machine.meter.measure(
                Benchmark(
                    "row",
                    subject: Operation("subject") { throw Wrong() },
                    reference: machine.operation("reference", nanoseconds: 1),
                    ratioGoal: 1
                )
            )
        }
    }
}
