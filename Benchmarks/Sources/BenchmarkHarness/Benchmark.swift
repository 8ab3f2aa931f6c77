/// One row: an operation, the plain one that it is compared with, and how many times as long it may take.
public struct Benchmark {
    /// A goal that is not reached, with the reason, and the limit that is kept instead.
    public struct Shortfall {
        /// The ratio that holds until the goal is reached: a little above what is measured.
        public let ratio: Double
        /// The allocations that hold until then; nil keeps the goal's.
        public let allocations: Double?
        /// Why the goal is not reached.
        public let reason: String

        /// Makes a shortfall.
        public init(ratio: Double, allocations: Double? = nil, reason: String) {
            self.ratio = ratio
            self.allocations = allocations
            self.reason = reason
        }
    }

    /// How often a row's operations are run; fewer times where one takes milliseconds.
    public struct Effort: Sendable {
        /// How many turns a measurement takes at first; nil leaves it to the meter.
        public let rounds: Int?
        /// Over how many operations the allocations are counted.
        public let allocationSample: Int

        /// What most rows take.
        public static let usual = Effort(rounds: nil, allocationSample: 1_000)

        /// Makes an effort.
        public init(rounds: Int?, allocationSample: Int) {
            self.rounds = rounds
            self.allocationSample = allocationSample
        }
    }

    /// What the row is called.
    public let name: String
    /// What is judged.
    public let subject: Operation
    /// What it is compared with.
    public let reference: Operation
    /// The goal: the subject takes at most so many times as long as the reference.
    public let ratioGoal: Double
    /// The most allocations that one subject operation may make; nil when that is not judged.
    public let allocationGoal: Double?
    /// Set when the goal is known not to be reached.
    public let shortfall: Shortfall?
    /// How often its operations are run.
    public let effort: Effort

    /// Makes a row.
    public init(
        _ name: String,
        subject: Operation,
        reference: Operation,
        ratioGoal: Double,
        allocationGoal: Double? = nil,
        shortfall: Shortfall? = nil,
        effort: Effort = .usual
    ) {
        self.name = name
        self.subject = subject
        self.reference = reference
        self.ratioGoal = ratioGoal
        self.allocationGoal = allocationGoal
        self.shortfall = shortfall
        self.effort = effort
    }
}
