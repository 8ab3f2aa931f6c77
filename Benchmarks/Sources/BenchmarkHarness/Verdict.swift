/// What became of a row's limits.
public enum Verdict: Equatable, Sendable {
    /// The goal is reached.
    case met
    /// The goal is not reached, as is known, and the limit that holds instead is kept.
    case missed(reason: String)
    /// A limit is broken; the text says which.
    case broken(String)

    /// Judges a measurement.
    public init(_ measurement: Measurement, of benchmark: Benchmark) {
        let goalProblems = Self.problems(
            measurement,
            ratio: benchmark.ratioGoal,
            allocations: benchmark.allocationGoal
        )
        if goalProblems.isEmpty {
            self = .met
            return
        }
        guard let shortfall = benchmark.shortfall else {
            self = .broken(goalProblems.joined(separator: "; "))
            return
        }
        let problems = Self.problems(
            measurement,
            ratio: shortfall.ratio,
            allocations: shortfall.allocations ?? benchmark.allocationGoal
        )
        self =
            problems.isEmpty ? .missed(reason: shortfall.reason) : .broken(problems.joined(separator: "; "))
    }

    /// One word for a table.
    public var word: String {
        switch self {
        case .met: "met"
        case .missed: "missed"
        case .broken: "BROKEN"
        }
    }

    private static func problems(_ measurement: Measurement, ratio: Double, allocations: Double?) -> [String]
    {
        var problems: [String] = []
        // Written so that a ratio that is not a number is a problem, too.
        if !(measurement.ratio <= ratio) {
            problems.append("ratio \(Format.number(measurement.ratio)) is above \(Format.number(ratio))")
        }
        if let allocations, let counted = measurement.allocations, !(counted <= allocations) {
            problems.append("\(Format.number(counted)) allocations are above \(Format.number(allocations))")
        }
        return problems
    }
}
