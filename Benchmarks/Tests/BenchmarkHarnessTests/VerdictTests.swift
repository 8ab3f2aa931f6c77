import BenchmarkHarness
import Testing

@Suite struct VerdictTests {
    private let nothing = Operation("nothing") {}

    private func verdict(
        ratio: Double,
        allocations: Double? = 0,
        shortfall: Benchmark.Shortfall? = nil
    ) -> Verdict {
        let benchmark = Benchmark(
            "row",
            subject: nothing,
            reference: nothing,
            ratioGoal: 1.5,
            allocationGoal: 0,
            shortfall: shortfall
        )
        let measurement = Measurement(
            subjectNanoseconds: 1,
            referenceNanoseconds: 1,
            ratio: ratio,
            allocations: allocations,
            rounds: 1
        )
        return Verdict(measurement, of: benchmark)
    }

    @Test func `the goal itself still counts`() {
        #expect(verdict(ratio: 1.49) == .met)
        #expect(verdict(ratio: 1.5) == .met)
        #expect(verdict(ratio: 1.51) == .broken("ratio 1.51 is above 1.50"))
    }

    @Test func `one allocation in many operations breaks a limit of none`() {
        #expect(verdict(ratio: 1, allocations: 0.01) == .broken("0.01 allocations are above 0"))
        #expect(
            verdict(ratio: 2, allocations: 1) == .broken("ratio 2 is above 1.50; 1 allocations are above 0")
        )
    }

    @Test func `allocations that cannot be counted are not judged`() {
        #expect(verdict(ratio: 1, allocations: nil) == .met)
    }

    @Test func `a known shortfall is missed, not broken, up to its own limit`() {
        let shortfall = Benchmark.Shortfall(ratio: 2, reason: "physics")
        #expect(verdict(ratio: 1.5, shortfall: shortfall) == .met)
        #expect(verdict(ratio: 2, shortfall: shortfall) == .missed(reason: "physics"))
        #expect(verdict(ratio: 2.01, shortfall: shortfall) == .broken("ratio 2.01 is above 2"))
        #expect(
            verdict(ratio: 1, allocations: 1, shortfall: shortfall) == .broken("1 allocations are above 0")
        )
    }

    @Test func `what is not a number passes no limit`() {
        #expect(verdict(ratio: .nan) == .broken("ratio nan is above 1.50"))
    }
}
