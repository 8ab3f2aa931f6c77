public import KeylightCore

/// When the state will change by itself.
public enum StateChange {
    /// The next second at which time alone changes what the snapshot says of the license; nil for never.
    ///
    /// Also the second at which a warning becomes due, since that is shown, too.
    public static func next(
        after now: Timestamp,
        snapshot: LicenseSnapshot,
        facts: LicenseFacts,
        policy: LicensePolicy
    ) -> Timestamp? {
        switch snapshot.state {
        case .trial:
            return Trial(start: facts.trialStart ?? now, durationDays: facts.trialDurationDays)?.nextChange(
                after: now
            )
        case .licensed:
            guard let end = snapshot.offlineUntil else { return nil }
            // At exactly 48 h there is no warning yet; the second after, there is.
            let warning = end.adding(-policy.warningLead).adding(1)
            return warning > now ? warning : end
        case .limited, .freeTier, .expired, .invalid:
            return nil
        }
    }
}
