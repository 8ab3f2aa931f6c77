/// What was measured of one row.
public struct Measurement: Equatable, Sendable {
    /// Nanoseconds of one subject operation, the median of the rounds.
    public var subjectNanoseconds: Double
    /// Nanoseconds of one reference operation, the median of the rounds.
    public var referenceNanoseconds: Double
    /// The median of the rounds' ratios, which need not be the ratio of the medians.
    public var ratio: Double
    /// Allocations of one subject operation; nil where they cannot be counted.
    public var allocations: Double?
    /// How many rounds were run.
    public var rounds: Int

    /// Makes a measurement.
    public init(
        subjectNanoseconds: Double,
        referenceNanoseconds: Double,
        ratio: Double,
        allocations: Double?,
        rounds: Int
    ) {
        self.subjectNanoseconds = subjectNanoseconds
        self.referenceNanoseconds = referenceNanoseconds
        self.ratio = ratio
        self.allocations = allocations
        self.rounds = rounds
    }
}
