import KeylightCore

/// Decides whether a trigger leads to a request: one gate for all of them.
public enum RefreshGate {
    /// Decides for one trigger at one moment.
    ///
    /// - Parameters:
    ///   - launchSkipsFresh: whether a launch is held to the staleness gate, for tools that start many
    ///     times a minute; else every launch asks.
    public static func decide(
        _ trigger: RefreshTrigger,
        facts: LicenseFacts,
        attempts: AttemptHistory,
        time: TimeAssessment,
        policy: LicensePolicy,
        launchSkipsFresh: Bool = false
    ) -> RefreshDecision {
        guard facts.storage.isReadable else { return .skip(.storageUnavailable) }
        guard facts.hasLicenseKey else { return .skip(.noLicenseKey) }
        if facts.isMoved { return .skip(.movedDevice) }
        if let wait = attempts.notBeforeWait(at: time.instant) { return .skip(.notBefore(seconds: wait)) }
        switch trigger {
        case .scheduled, .user: return .send
        case .launch:
            return launchSkipsFresh ? automatic(facts, attempts, time, policy) : .send
        case .active:
            return spaced(attempts, time, by: policy.activeRevalidateInterval) ?? .send
        case .foreground: return automatic(facts, attempts, time, policy)
        }
    }

    /// Whether the lease is near its end, gone or not entitling, or the last success stale or unknown.
    ///
    /// A license that is not `licensed` counts as due as well: a user who has just renewed and comes back
    /// to the app should not wait for six hours.
    public static func isDue(
        _ facts: LicenseFacts,
        _ attempts: AttemptHistory,
        _ time: TimeAssessment,
        _ policy: LicensePolicy
    ) -> Bool {
        if case .rolledBack = time.condition { return true }
        guard facts.denial == nil, let lease = facts.lease, lease.status == .active else { return true }
        if lease.expiresAt.seconds(since: time.now) <= policy.nearExpiry { return true }
        guard let age = attempts.successAge(at: time.instant) else { return true }
        return age > policy.staleAfter
    }

    private static func automatic(
        _ facts: LicenseFacts,
        _ attempts: AttemptHistory,
        _ time: TimeAssessment,
        _ policy: LicensePolicy
    ) -> RefreshDecision {
        if case .rolledBack = time.condition, !attempts.rollbackWasAsked { return .send }
        if let skip = spaced(attempts, time, by: policy.debounce) { return skip }
        return isDue(facts, attempts, time, policy) ? .send : .skip(.fresh)
    }

    private static func spaced(
        _ attempts: AttemptHistory,
        _ time: TimeAssessment,
        by interval: Int64
    ) -> RefreshDecision? {
        guard let age = attempts.attemptAge(at: time.instant), age >= 0, age < interval else { return nil }
        return .skip(.debounced(seconds: interval - age))
    }
}
