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
