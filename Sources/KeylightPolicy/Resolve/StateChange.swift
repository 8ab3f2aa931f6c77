public import KeylightCore

/// When the state will change by itself.
public enum StateChange {
    /// The next second at which time alone changes what the snapshot says of the license; nil for never.
    ///
    /// Also the second at which a warning becomes due, since that is shown, too. While the clock is set back
    /// it is at most one hop away: nothing else would notice that the clock is right again.
    public static func next(
        after now: Timestamp,
        snapshot: LicenseSnapshot,
        facts: LicenseFacts,
        policy: LicensePolicy
    ) -> Timestamp? {
        let change = timedChange(after: now, snapshot: snapshot, facts: facts, policy: policy)
        guard case .clockRolledBack = snapshot.reason else { return change }
        let look = now.adding(policy.longestHop)
        return change.map { min($0, look) } ?? look
    }

    private static func timedChange(
        after now: Timestamp,
        snapshot: LicenseSnapshot,
        facts: LicenseFacts,
        policy: LicensePolicy
    ) -> Timestamp? {
        switch snapshot.state {
        case .trial:
            // The snapshot knows its end, and with it the start that counts.
            guard let end = snapshot.offlineUntil else { return nil }
            let length = Seconds.product(facts.trialDurationDays, Seconds.day)
            let start = end.adding(Seconds.difference(0, length))
            return Trial(start: start, durationDays: facts.trialDurationDays)?.nextChange(after: now)
        case .licensed:
            guard let end = snapshot.offlineUntil else { return nil }
            // At exactly 48 h there is no warning yet; the second after, there is.
            let warning = end.adding(Seconds.difference(1, policy.warningLead))
            return warning > now ? warning : end
        case .limited, .freeTier, .expired, .invalid:
            return nil
        }
    }
}
