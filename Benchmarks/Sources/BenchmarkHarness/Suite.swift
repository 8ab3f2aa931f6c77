/// Runs rows and judges them.
public struct Suite {
    /// A row with what became of it.
    public struct Result {
        /// The row.
        public let benchmark: Benchmark
        /// The measurement that was judged.
        public let measurement: Measurement
        /// The judgement.
        public let verdict: Verdict
    }

    /// How often a row is measured again, with more rounds each time, before it counts as broken: on a busy machine a
    /// single measurement can be wrong.
    public static let repetitions = 2

    private let meter: Meter

    /// Makes a suite.
    public init(meter: Meter) {
        self.meter = meter
    }

    /// Runs one row.
    ///
    /// - Throws: what its operations throw.
    public func run(_ benchmark: Benchmark) throws -> Result {
        var measurement = try meter.measure(benchmark)
        var verdict = Verdict(measurement, of: benchmark)
        var repetition = 0
        while case .broken = verdict, repetition < Self.repetitions {
            repetition += 1
            measurement = try meter.measure(benchmark, factor: 1 << repetition)
            verdict = Verdict(measurement, of: benchmark)
        }
        return Result(benchmark: benchmark, measurement: measurement, verdict: verdict)
    }

    /// The results as a table, with what is to be said of those that did not reach their goal below it.
    public static func table(_ results: [Result]) -> String {
        let head = ["row", "subject ns", "reference ns", "ratio", "limit", "allocations", "verdict"]
        let rows = results.map { result in
            [
                result.benchmark.name,
                Format.number(result.measurement.subjectNanoseconds),
                Format.number(result.measurement.referenceNanoseconds),
                Format.number(result.measurement.ratio),
                limit(result),
                allocations(result),
                result.verdict.word,
            ]
        }
        return ([Format.table([head] + rows)] + results.flatMap(notes)).joined(separator: "\n")
    }

    private static func limit(_ result: Result) -> String {
        let goal = Format.number(result.benchmark.ratioGoal)
        guard case .missed = result.verdict, let shortfall = result.benchmark.shortfall else { return goal }
        return "\(goal) (held to \(Format.number(shortfall.ratio)))"
    }

    private static func allocations(_ result: Result) -> String {
        let counted = result.measurement.allocations.map(Format.number) ?? "?"
        return result.benchmark.allocationGoal.map { "\(counted) of \(Format.number($0))" } ?? counted
    }

    private static func notes(_ result: Result) -> [String] {
        switch result.verdict {
        case .met where result.benchmark.shortfall != nil:
            ["\(result.benchmark.name): reached, so its documented shortfall can go"]
        case .met: []
        case .missed(let reason): ["\(result.benchmark.name) misses its goal: \(reason)"]
        case .broken(let problem): ["\(result.benchmark.name) is BROKEN: \(problem)"]
        }
    }
}
