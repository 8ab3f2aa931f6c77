public import KeylightCore

/// What the rules take the time to be, and what is odd about the wall clock.
public struct TimeAssessment: Sendable, Hashable {
    /// Trusted time: what every rule compares with.
    public var now: Timestamp
    /// The continuous clock at the same moment, for ages and waits.
    public var instant: ContinuousInstant
    /// What the wall clock said; only for comparing with other processes' stored wall times.
    public var wall: Timestamp
    /// Whether the wall clock can be right.
    public var condition: WallClockCondition

    /// Makes an assessment.
    public init(
        now: Timestamp,
        instant: ContinuousInstant,
        wall: Timestamp,
        condition: WallClockCondition = .plausible
    ) {
        self.now = now
        self.instant = instant
        self.wall = wall
        self.condition = condition
    }
}
