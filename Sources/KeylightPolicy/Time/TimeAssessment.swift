public import KeylightCore

/// What the rules take the time to be, and what is odd about the wall clock.
public struct TimeAssessment: Sendable, Hashable {
    /// Trusted time: what every rule compares with.
    public var now: Timestamp
    /// Nanoseconds of that second that have passed; tells a timer when the next one begins.
    public var fraction: Int64
    /// The continuous clock at the same moment, for ages and waits.
    public var instant: ContinuousInstant
    /// What the wall clock said; only for comparing with other processes' stored wall times.
    public var wall: Timestamp
    /// Whether the wall clock can be right.
    public var condition: WallClockCondition
    /// When the trial would have begun if the app had run ever since, by the time that it ran in the trial
    /// over all launches on record; nil when it did not.
    public var trialRunStart: Timestamp?

    /// Makes an assessment.
    public init(
        now: Timestamp,
        fraction: Int64 = 0,
        instant: ContinuousInstant,
        wall: Timestamp,
        condition: WallClockCondition = .plausible
    ) {
        self.now = now
        self.fraction = fraction
        self.instant = instant
        self.wall = wall
        self.condition = condition
    }

    /// The instant at which trusted time reaches a moment, when nothing moves it meanwhile.
    public func instant(of moment: Timestamp) -> ContinuousInstant {
        instant.adding(seconds: moment.seconds(since: now))
            .adding(nanoseconds: Seconds.difference(0, fraction))
    }
}
