public import KeylightCore

/// What is known of the checks made so far, on the continuous clock where that is possible.
///
/// Inside a process ages are measured on the continuous clock, which nobody can set. Times that other
/// processes or earlier launches stored are wall times; they are turned into ages when they are first
/// seen, and one that lies in the future counts as "long ago": due.
public struct AttemptHistory: Sendable, Hashable {
    /// When the server was last asked; nil for never, or so long ago that it does not matter.
    public var lastAttempt: ContinuousInstant?
    /// When the license was last confirmed; nil for never.
    public var lastSuccess: ContinuousInstant?
    /// Before when no automatic request may be made; nil for no such limit.
    public var notBefore: ContinuousInstant?
    /// Why the last attempt told us nothing; nil when it did, or when there was none.
    public var lastFailure: FailureCause?
    /// How often in a row a due check has failed in this process.
    public var dueFailures: Int
    /// When the last failed check ended, in trusted time; nil when the last one did not fail.
    public var lastFailureTime: Timestamp?
    /// When the server was last asked, in trusted time; for dates that are shown.
    public var lastAttemptTime: Timestamp?
    /// How many checks in a row have failed since the machine woke up; nil when that is over.
    public var wakeFailures: Int?
    /// Whether the wall clock's present rollback has already led to a request.
    public var rollbackWasAsked: Bool

    /// When the last failed check ended, on the continuous clock.
    private var lastFailureInstant: ContinuousInstant?
    private var seenAttempt: Timestamp?
    private var seenSuccess: Timestamp?
    private var seenNotBefore: Timestamp?

    /// Starts with nothing known.
    public init() {
        dueFailures = 0
        rollbackWasAsked = false
    }

    /// Takes over the times that a record holds, where they are not our own.
    public mutating func adopt(_ record: LicenseRecord, at time: TimeAssessment, policy: LicensePolicy) {
        if record.lastAttempt != seenAttempt {
            seenAttempt = record.lastAttempt
            lastAttempt = record.lastAttempt.flatMap {
                Self.instant(of: $0, wall: time.wall, at: time.instant)
            }
            lastAttemptTime = lastAttempt.map { time.now.adding($0.seconds(since: time.instant)) }
        }
        if record.lastValidated != seenSuccess {
            seenSuccess = record.lastValidated
            lastSuccess = record.lastValidated.flatMap {
                Self.instant(of: $0, wall: time.now, at: time.instant)
            }
            // Another process has since been answered, so the last check did not fail.
            if let lastSuccess, let failed = lastFailureInstant, lastSuccess > failed { forgetFailure() }
        }
        if record.notBefore != seenNotBefore {
            seenNotBefore = record.notBefore
            notBefore = record.notBefore.flatMap { date in
                let wait = date.seconds(since: time.wall)
                // Further away than any that is ever stored: the clock has moved, so it counts as over.
                guard wait > 0, wait <= policy.retryAfterLimits.upperBound else { return nil }
                return time.instant.adding(seconds: wait)
            }
        }
    }

    /// Notes that the server asked for patience in answer to a call that was no check.
    ///
    /// - Parameters:
    ///   - seconds: for how long.
    ///   - date: until when by the wall clock, as the record has it.
    ///   - instant: when it was asked.
    public mutating func notePatience(_ seconds: Int64, date: Timestamp, at instant: ContinuousInstant) {
        notBefore = instant.adding(seconds: seconds)
        seenNotBefore = date
    }

    /// Notes what our own attempt told, and that the record now holds its times.
    ///
    /// - Parameters:
    ///   - start: when the attempt began.
    ///   - end: when its outcome was known.
    ///   - failure: why it told us nothing; nil when it was confirmed or denied.
    ///   - isConfirmed: whether it confirmed the license.
    ///   - wasDue: whether a scheduled check was due when it began.
    ///   - retryAfter: how many seconds the server asked to be left alone; nil when it did not.
    ///   - record: the record after the outcome was applied.
    public mutating func note(
        start: TimeAssessment,
        end: TimeAssessment,
        failure: FailureCause?,
        isConfirmed: Bool,
        wasDue: Bool,
        retryAfter: Int64?,
        record: LicenseRecord
    ) {
        lastAttempt = start.instant
        // In the time that holds now: the answer may have shown that the clock was years ahead at the start.
        lastAttemptTime = end.now.adding(Seconds.difference(0, end.instant.seconds(since: start.instant)))
        seenAttempt = record.lastAttempt
        lastFailure = failure
        lastFailureTime = failure == nil ? nil : end.now
        lastFailureInstant = failure == nil ? nil : end.instant
        count(isFailure: failure != nil, wasDue: wasDue)
        notBefore = retryAfter.map { end.instant.adding(seconds: $0) }
        seenNotBefore = record.notBefore
        if isConfirmed {
            lastSuccess = end.instant
            seenSuccess = record.lastValidated
        }
    }

    /// The machine woke up: the ladder of failures begins anew, with a few short steps before it.
    public mutating func noteWake() {
        dueFailures = 0
        wakeFailures = 0
    }

    private mutating func count(isFailure: Bool, wasDue: Bool) {
        guard isFailure else {
            dueFailures = 0
            wakeFailures = nil
            return
        }
        if let failures = wakeFailures {
            wakeFailures = failures < Self.countedFailures ? failures + 1 : nil
        }
        if wasDue, dueFailures < Self.countedFailures { dueFailures += 1 }
    }

    /// More failures in a row than any ladder has steps.
    private static let countedFailures = 1_000

    /// Forgets what was about a license that has been given back; the server's wish for patience stays.
    public mutating func forgetLicense() {
        lastSuccess = nil
        seenSuccess = nil
        forgetFailure()
    }

    private mutating func forgetFailure() {
        lastFailure = nil
        lastFailureTime = nil
        lastFailureInstant = nil
        dueFailures = 0
        wakeFailures = nil
    }

    /// Seconds since the last attempt; nil when there is none.
    public func attemptAge(at instant: ContinuousInstant) -> Int64? {
        lastAttempt.map { instant.seconds(since: $0) }
    }

    /// Seconds since the last success; nil when there is none.
    public func successAge(at instant: ContinuousInstant) -> Int64? {
        lastSuccess.map { instant.seconds(since: $0) }
    }

    /// Seconds, rounded up, until automatic requests are allowed; nil when they are.
    public func notBeforeWait(at instant: ContinuousInstant) -> Int64? {
        guard let notBefore, instant < notBefore else { return nil }
        let nanoseconds = Seconds.difference(notBefore.nanoseconds, instant.nanoseconds)
        return Seconds.sum(nanoseconds, ContinuousInstant.nanosecondsPerSecond - 1)
            / ContinuousInstant.nanosecondsPerSecond
    }

    /// When the server was last asked, as a moment that plans may go by; nil for never.
    func plannableAttempt(at time: TimeAssessment) -> Timestamp? {
        Self.plannable(lastAttemptTime, lastAttempt, at: time)
    }

    /// When the last failed check ended, as a moment that plans may go by; nil when the last one did not fail.
    func plannableFailure(at time: TimeAssessment) -> Timestamp? {
        Self.plannable(lastFailureTime, lastFailureInstant, at: time)
    }

    /// A moment noted while the wall clock was ahead lies in the future once the clock is right again; then the
    /// continuous clock says how long ago it was. Without that it was long ago: nil.
    private static func plannable(
        _ noted: Timestamp?,
        _ instant: ContinuousInstant?,
        at time: TimeAssessment
    ) -> Timestamp? {
        guard let noted, noted > time.now else { return noted }
        return instant.map { time.now.adding(min(0, $0.seconds(since: time.instant))) }
    }

    private static func instant(
        of stored: Timestamp,
        wall: Timestamp,
        at instant: ContinuousInstant
    ) -> ContinuousInstant? {
        let age = wall.seconds(since: stored)
        return age < 0 ? nil : instant.adding(seconds: Seconds.difference(0, age))
    }
}
