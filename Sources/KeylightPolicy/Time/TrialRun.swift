public import KeylightCore

/// For how long the app has run during its trial, by the clock that nobody can set.
///
/// A trial has no signed answer that proves the time. So that sessions which are ended before a wall clock
/// counts as proven, each with the clock set back, do not make it last for ever, the time that the app ran is
/// counted and kept. Where the wall clock is left alone more time passes than the app runs, and this changes
/// nothing; it does not depend on the wall clock at all, so one boot with a wild clock adds nothing either.
public struct TrialRun: Sendable, Hashable {
    /// Nanoseconds up to ``since``, or in all.
    private var counted: Int64 = 0
    /// Since when it has been counting; nil while it does not.
    private var since: ContinuousInstant?
    /// Seconds on disk.
    private var persisted: Int64 = 0

    /// Starts from nothing, not counting.
    public init() {}

    /// Takes over what a record holds, upward only.
    public mutating func adopt(_ record: LicenseRecord, at instant: ContinuousInstant) {
        persisted = record.trialRun ?? 0
        let recorded = Seconds.product(persisted, ContinuousInstant.nanosecondsPerSecond)
        guard recorded > nanoseconds(at: instant) else { return }
        counted = recorded
        if since != nil { since = instant }
    }

    /// Learns how much is on disk, after each read and each write.
    public mutating func notePersisted(_ seconds: Int64?) { persisted = seconds ?? 0 }

    /// Starts or stops counting; no change when it does so already.
    public mutating func count(_ isCounting: Bool, at instant: ContinuousInstant) {
        guard isCounting != (since != nil) else { return }
        counted = nanoseconds(at: instant)
        since = isCounting ? instant : nil
    }

    /// The trial's start has just been recorded: it is counted from here.
    public mutating func restart(at instant: ContinuousInstant) {
        counted = 0
        if since != nil { since = instant }
    }

    /// When the trial would have begun if the app had run ever since; nil when it has not run at all.
    ///
    /// - Parameters:
    ///   - now: trusted time.
    ///   - fraction: nanoseconds of that second that have passed.
    ///   - instant: the continuous clock at the same moment.
    public func start(now: Timestamp, fraction: Int64, at instant: ContinuousInstant) -> Timestamp? {
        let run = nanoseconds(at: instant)
        guard run > 0 else { return nil }
        // Rounded up from the two fractions together, so that it stands still while time passes.
        let before = Seconds.difference(run, fraction)
        let perSecond = ContinuousInstant.nanosecondsPerSecond
        let seconds = before <= 0 ? 0 : (before - 1) / perSecond + 1
        return now.adding(Seconds.difference(0, seconds))
    }

    /// The seconds to write now; nil while they have not grown enough.
    ///
    /// - Parameter limit: the trial's length. That it is used up is written at once, and nothing after that.
    public func secondsToPersist(at instant: ContinuousInstant, step: Int64, limit: Int64) -> Int64? {
        guard persisted < limit else { return nil }
        let total = nanoseconds(at: instant) / ContinuousInstant.nanosecondsPerSecond
        return total >= limit || Seconds.difference(total, persisted) >= step ? total : nil
    }

    /// When there will be something to write; nil while it does not count.
    public func nextWrite(step: Int64) -> ContinuousInstant? {
        since.map { since in
            let due = Seconds.product(Seconds.sum(persisted, step), ContinuousInstant.nanosecondsPerSecond)
            return since.adding(nanoseconds: Seconds.difference(due, counted))
        }
    }

    private func nanoseconds(at instant: ContinuousInstant) -> Int64 {
        guard let since else { return counted }
        return Seconds.sum(counted, max(0, Seconds.difference(instant.nanoseconds, since.nanoseconds)))
    }
}
