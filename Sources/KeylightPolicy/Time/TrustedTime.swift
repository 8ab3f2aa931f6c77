public import KeylightCore

/// Keeps the time that the rules go by: never earlier than what is proven, and free of proven nonsense.
///
/// Trusted time is the latest of the wall clock, the persisted floor and the last signed `issuedAt`, the
/// last two moved on by the continuous clock. So setting the wall clock back gains nothing. A forward jump
/// is believed while it lasts, but it becomes part of the floor only when a signed time confirms it or
/// when it has lasted an hour of continuous run: one boot with a wild clock ends nothing for good. A fresh
/// signed answer re-anchors everything, downward too.
///
/// A pure value: it is shown readings and answers; it reads no clock.
public struct TrustedTime: Sendable, Hashable {
    private struct Anchor: Sendable, Hashable {
        var time: Timestamp
        var instant: ContinuousInstant

        func time(at later: ContinuousInstant) -> Timestamp { time.adding(later.seconds(since: instant)) }

        func fraction(at later: ContinuousInstant) -> Int64 {
            let passed = Seconds.difference(later.nanoseconds, instant.nanoseconds)
            return max(0, passed % ContinuousInstant.nanosecondsPerSecond)
        }
    }

    /// The latest moment that is proven to have been reached, at the instant when that was known.
    private var proven: Anchor?
    /// The wall clock's present course, and since when it has kept to it.
    private var course: Anchor?
    /// By how much the wall clock may be ahead of what is proven, after a signed answer has shown it to be
    /// further ahead than that; it is not used until it is not. Nil while nothing speaks against it.
    private var trustedLead: Int64?
    /// The last signed `issuedAt`, as evidence for "the clock was never set".
    private var lastSigned: Timestamp?
    /// The floor as it is on disk.
    private var persistedFloor: Timestamp?

    /// Corrections of the wall clock up to this many seconds are the same course (time servers nudge it).
    private static let courseTolerance: Int64 = 60

    /// Starts from nothing: until told more, the wall clock is the time.
    public init() {}

    /// Takes over what a record proves; called for each record read, and merges upward.
    ///
    /// - Parameters:
    ///   - record: the record as read; its lease must be trusted, else pass one without it.
    ///   - reanchor: true when the record holds a fresher signed answer than was known here, given to
    ///     another process: then its floor replaces ours, downward too.
    public mutating func adopt(_ record: LicenseRecord, at reading: ClockReading, reanchor: Bool = false) {
        persistedFloor = record.timeFloor
        if let issuedAt = record.lease?.issuedAt {
            lastSigned = lastSigned.map { max($0, issuedAt) } ?? issuedAt
        }
        let bound = [record.timeFloor, record.lease?.issuedAt].compactMap(\.self).max()
        if reanchor {
            proven = nil
            trustedLead = nil
            // As after an answer of our own: a wild clock must last anew before it is proven.
            course = Anchor(time: reading.wall, instant: reading.continuous)
        }
        if let bound { raiseProven(to: bound, at: reading.continuous) }
    }

    /// Learns which floor is on disk, after each read and each write: what to write next is judged from there.
    ///
    /// It moves no time. It may be lower than the last one: a fresh signed answer moves the floor down, too.
    public mutating func notePersisted(floor: Timestamp?) { persistedFloor = floor }

    /// Takes in a signed answer that has just arrived.
    ///
    /// - Parameters:
    ///   - issuedAt: when the server signed it.
    ///   - latestWall: the latest that a right wall clock could show now; see ``OfflineLimit``.
    ///   - isFresh: whether it is strictly newer than every signed answer known before; only such a one
    ///     moves time downward, since an old one could be played again.
    public mutating func acceptSigned(
        issuedAt: Timestamp,
        latestWall: Timestamp,
        isFresh: Bool,
        at reading: ClockReading
    ) {
        lastSigned = lastSigned.map { max($0, issuedAt) } ?? issuedAt
        guard isFresh else { return raiseProven(to: issuedAt, at: reading.continuous) }
        proven = Anchor(time: issuedAt, instant: reading.continuous)
        course = Anchor(time: reading.wall, instant: reading.continuous)
        // The server does not issue leases that are over: a clock that says so is wrong, and stays wrong until
        // it is as near as one that would have been believed.
        let lead = latestWall.seconds(since: issuedAt)
        trustedLead = reading.wall.seconds(since: issuedAt) > lead ? lead : nil
    }

    /// Forgets what was proven, after a deactivation has cleared the evidence; the floor stays.
    public mutating func forgetSigned() {
        lastSigned = nil
    }

    /// Takes in a reading and says what the time is.
    public mutating func observe(_ reading: ClockReading, policy: LicensePolicy) -> TimeAssessment {
        followCourse(reading, confirmation: policy.jumpConfirmation)
        return assess(reading, policy: policy)
    }

    /// Says what the time is at a reading, without taking it in.
    public func assess(_ reading: ClockReading, policy: LicensePolicy) -> TimeAssessment {
        let provenNow = proven?.time(at: reading.continuous)
        if let provenNow, isDistrusted(reading) {
            return TimeAssessment(
                now: provenNow,
                fraction: proven?.fraction(at: reading.continuous) ?? 0,
                instant: reading.continuous,
                wall: reading.wall,
                condition: .ahead(seconds: reading.wall.seconds(since: provenNow))
            )
        }
        let now = max(reading.wall, provenNow ?? reading.wall)
        let fraction = now == reading.wall ? reading.wallFraction : proven?.fraction(at: reading.continuous)
        return TimeAssessment(
            now: now,
            fraction: fraction ?? 0,
            instant: reading.continuous,
            wall: reading.wall,
            condition: condition(of: reading.wall, below: now, policy: policy)
        )
    }

    /// The floor to write now; nil while it has not moved far enough.
    ///
    /// - Parameter isEnding: true at a clean end, when every second of progress is worth writing.
    public func floorToPersist(
        at reading: ClockReading,
        policy: LicensePolicy,
        isEnding: Bool = false
    ) -> Timestamp? {
        guard let floor = proven?.time(at: reading.continuous) else { return nil }
        guard let persistedFloor else { return floor }
        let moved = floor.seconds(since: persistedFloor)
        return moved >= (isEnding ? 1 : policy.floorStep) ? floor : nil
    }

    /// When ``floorToPersist(at:policy:isEnding:)`` will have something to write; nil while nothing is proven.
    public func nextFloorWrite(policy: LicensePolicy) -> ContinuousInstant? {
        guard let proven else { return nil }
        guard let persistedFloor else { return proven.instant }
        let due = persistedFloor.adding(policy.floorStep)
        return proven.instant.adding(seconds: due.seconds(since: proven.time))
    }

    private func condition(
        of wall: Timestamp,
        below now: Timestamp,
        policy: LicensePolicy
    ) -> WallClockCondition {
        let distance = now.seconds(since: wall)
        guard distance > policy.rollbackTolerance else { return .plausible }
        if let lastSigned, lastSigned.seconds(since: wall) > policy.unsetClockDistance { return .notSet }
        return .rolledBack(seconds: distance)
    }

    private func isDistrusted(_ reading: ClockReading) -> Bool {
        guard let trustedLead, let proven else { return false }
        return reading.wall.seconds(since: proven.time(at: reading.continuous)) > trustedLead
    }

    private mutating func followCourse(_ reading: ClockReading, confirmation: Int64) {
        if !isDistrusted(reading) { trustedLead = nil }
        guard let current = course else {
            course = Anchor(time: reading.wall, instant: reading.continuous)
            return
        }
        let deviation = reading.wall.seconds(since: current.time(at: reading.continuous))
        guard abs(saturating: deviation) <= Self.courseTolerance else {
            course = Anchor(time: reading.wall, instant: reading.continuous)
            return
        }
        let lasted = reading.continuous.seconds(since: current.instant)
        if lasted >= confirmation, trustedLead == nil {
            raiseProven(to: reading.wall, at: reading.continuous)
        }
    }

    private mutating func raiseProven(to time: Timestamp, at instant: ContinuousInstant) {
        if let proven, proven.time(at: instant) >= time { return }
        proven = Anchor(time: time, instant: instant)
    }

    private func abs(saturating value: Int64) -> Int64 {
        value == .min ? .max : Swift.abs(value)
    }
}
