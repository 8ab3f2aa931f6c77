import KeylightClock
import KeylightCore
import KeylightPolicy

/// Explaining the verdict.
extension LicenseEngine {
    /// Says why the license is what it is, with the evidence and its dates; safe to paste.
    public func explain() -> LicenseExplanation {
        let snapshot = update()
        let time = state.time.assess(clock.now(), policy: state.policy)
        return LicenseExplanation(
            snapshot: snapshot,
            now: time.now,
            wall: time.wall,
            clockCondition: time.condition,
            leaseIssuedAt: state.facts.lease?.issuedAt,
            leaseExpiresAt: state.facts.lease?.expiresAt,
            lastAttempt: state.attempts.lastAttemptTime,
            lastFailure: state.attempts.lastFailure,
            pendingReleases: state.record.pendingReleases.count,
            storage: state.storage,
            requests: requests.entries
        )
    }
}
