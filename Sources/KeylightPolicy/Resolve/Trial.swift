public import KeylightCore

/// A trial of whole days from its start.
public struct Trial: Sendable, Hashable {
    /// When it began.
    public var start: Timestamp
    /// Its length in days, more than 0.
    public var durationDays: Int64

    /// Makes a trial; nil when it never began or has no length.
    public init?(start: Timestamp?, durationDays: Int64) {
        guard let start, durationDays > 0 else { return nil }
        self.start = start
        self.durationDays = durationDays
    }

    /// Corrections of the wall clock up to this many seconds are no attempt to set it back.
    private static let startTolerance: Int64 = 60

    /// When a trial counts as begun: as recorded, or earlier when the app has run for longer than the clock
    /// says has passed since.
    ///
    /// - Parameters:
    ///   - recorded: the start on record; nil when there is none yet.
    ///   - time: trusted time.
    public static func start(recorded: Timestamp?, at time: TimeAssessment) -> Timestamp {
        guard let recorded else { return time.trialRunStart ?? time.now }
        guard let ran = time.trialRunStart, ran < recorded.adding(-startTolerance) else { return recorded }
        return ran
    }

    /// The first second at which it is over.
    public var end: Timestamp { start.adding(Seconds.product(durationDays, Seconds.day)) }

    /// Days left at a moment, begun ones counted in full; nil when it is over.
    public func daysLeft(at now: Timestamp) -> Int64? {
        guard now < end else { return nil }
        return durationDays - max(0, now.seconds(since: start)) / Seconds.day
    }

    /// The next second at which ``daysLeft(at:)`` changes; nil when it is over.
    public func nextChange(after now: Timestamp) -> Timestamp? {
        guard now < end else { return nil }
        let daysGone = max(0, now.seconds(since: start)) / Seconds.day
        return start.adding(Seconds.product(Seconds.sum(daysGone, 1), Seconds.day))
    }
}
