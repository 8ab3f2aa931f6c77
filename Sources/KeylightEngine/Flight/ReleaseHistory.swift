import KeylightClock
import KeylightCore
import KeylightPolicy

/// What this process has done about seats that are to be given back: what is on its way, and what was refused.
struct ReleaseHistory: Sendable {
    private struct Refusals: Sendable {
        var count: Int64
        var last: ContinuousInstant
    }

    /// Whether the pending ones are being gone through.
    var isRunning = false
    /// When the server was last told of a seat, or was to be.
    var lastAttempt: ContinuousInstant?

    private var underWay: [UInt64: SharedOutcome<Void>] = [:]
    private var nextNumber: UInt64 = 0
    private var refusals: [PendingRelease: Refusals] = [:]

    /// The end of any release that is on its way; nil when there is none.
    var anyUnderWay: SharedOutcome<Void>? { underWay.values.first }

    /// Notes that a release has begun; the number is its name.
    mutating func begin() -> UInt64 {
        defer { nextNumber &+= 1 }
        underWay[nextNumber] = SharedOutcome()
        return nextNumber
    }

    /// Notes that a release has ended, and tells those who wait for it.
    mutating func end(_ number: UInt64) {
        underWay.removeValue(forKey: number)?.finish(())
    }

    /// Notes that the server refused a release.
    ///
    /// - Returns: whether it has now been refused so often that it is asked for less frequently.
    mutating func noteRefusal(
        of release: PendingRelease,
        at now: ContinuousInstant,
        policy: LicensePolicy
    ) -> Bool {
        let count = Seconds.sum(refusals[release]?.count ?? 0, 1)
        refusals[release] = Refusals(count: count, last: now)
        return count == policy.refusedReleaseTries
    }

    /// Forgets a release that is settled.
    mutating func forget(_ release: PendingRelease) {
        refusals.removeValue(forKey: release)
    }

    /// Whether the server may be told of a seat, as far as its earlier refusals go.
    func mayTell(of release: PendingRelease, at now: ContinuousInstant, policy: LicensePolicy) -> Bool {
        guard let known = refusals[release], known.count >= policy.refusedReleaseTries else { return true }
        return now.seconds(since: known.last) >= policy.refusedReleaseInterval
    }
}
