public import KeylightCore

/// The one place where the state of a license is made.
///
/// Facts and a time in, a whole snapshot out: state, entitlements, reason, `offlineUntil` and the next
/// check are decided together, so that no two readers can disagree.
public enum Resolver {
    /// Resolves the license.
    ///
    /// - Parameters:
    ///   - facts: what is known of the license.
    ///   - attempts: what is known of the checks made so far.
    ///   - time: trusted time, and what is odd about the wall clock.
    ///   - persistence: whether what is known is also on disk.
    ///   - policy: the numbers.
    /// - Returns: a snapshot with sequence 0; whoever publishes it numbers it.
    public static func resolve(
        _ facts: LicenseFacts,
        attempts: AttemptHistory,
        time: TimeAssessment,
        persistence: PersistenceCondition = .saved,
        policy: LicensePolicy
    ) -> LicenseSnapshot {
        var verdict = verdict(facts, time: time, policy: policy)
        if case .rolledBack(let seconds) = time.condition, verdict.rule != .storedDenial, verdict.isResolved {
            if policy.clockRollbackResponse == .deny { refuse(&verdict, hasLicenseKey: facts.hasLicenseKey) }
            verdict.reason = .clockRolledBack(seconds: seconds)
        }
        let nextCheck = RefreshSchedule.nextCheck(
            facts,
            attempts: attempts,
            rule: verdict.rule,
            time: time,
            policy: policy
        )
        return LicenseSnapshot(
            state: verdict.state,
            reason: verdict.reason,
            rule: verdict.rule,
            entitlements: verdict.entitlements,
            offlineUntil: verdict.offlineUntil,
            nextCheck: nextCheck?.time,
            licenseEnd: facts.licenseEnd,
            lastValidated: facts.lastValidated,
            hasLicenseKey: facts.hasLicenseKey,
            isResolved: verdict.isResolved,
            warning: warning(
                facts,
                attempts: attempts,
                end: verdict.offlineUntil,
                now: time.now,
                policy: policy
            ),
            persistence: persistence
        )
    }

    /// What a person should hear of while there is time left: that nobody can be asked, and the end comes near.
    private static func warning(
        _ facts: LicenseFacts,
        attempts: AttemptHistory,
        end: Timestamp?,
        now: Timestamp,
        policy: LicensePolicy
    ) -> LicenseWarning? {
        guard let cause = attempts.lastFailure, let end, facts.hasLicenseKey,
            end.seconds(since: now) < policy.warningLead
        else { return nil }
        return .cannotVerify(cause, until: end)
    }

    private static func verdict(
        _ facts: LicenseFacts,
        time: TimeAssessment,
        policy: LicensePolicy
    ) -> Verdict {
        switch facts.storage {
        case .unavailable(let cause): return undetermined(.storageUnavailable(cause))
        case .newerSchema(let schema): return undetermined(.newerSchema(schema))
        case .readable, .recordWasCorrupt: break
        }
        if let denial = facts.denial {
            return Verdict(state: .invalid, reason: .denied(denial), rule: .storedDenial)
        }
        if let lease = facts.lease,
            let verdict = leaseVerdict(lease, facts: facts, now: time.now, policy: policy)
        {
            return verdict
        }
        if facts.hasLicenseKey {
            return Verdict(
                state: .expired,
                reason: lapse(facts, policy: policy),
                rule: .keyWithoutUsableLease
            )
        }
        return keylessVerdict(facts, time: time)
    }

    private static func undetermined(_ reason: LicenseReason) -> Verdict {
        Verdict(state: .expired, reason: reason, rule: .undetermined, isResolved: false)
    }

    /// Takes everything away, for a product that denies a clock which was set back.
    private static func refuse(_ verdict: inout Verdict, hasLicenseKey: Bool) {
        verdict.state = .invalid
        verdict.rule = hasLicenseKey ? .keyWithoutUsableLease : .nothingHeld
        verdict.entitlements = []
        verdict.offlineUntil = nil
    }

    private static func leaseVerdict(
        _ lease: LeaseFacts,
        facts: LicenseFacts,
        now: Timestamp,
        policy: LicensePolicy
    ) -> Verdict? {
        switch lease.status {
        case .active:
            let limit = OfflineLimit(lease: lease, lastValidated: facts.lastValidated, policy: policy)
            guard let lastGoodSecond = limit.lastGoodSecond, now <= lastGoodSecond else { return nil }
            return Verdict(
                state: .licensed,
                reason: .leaseActive(until: lease.expiresAt),
                rule: .usableLease,
                entitlements: lease.entitlements,
                offlineUntil: lastGoodSecond.adding(1)
            )
        case .fallback:
            return Verdict(state: .limited, reason: .fallbackLease, rule: .leaseStatus)
        case .expired:
            return Verdict(state: .expired, reason: .licenseEnded, rule: .leaseStatus)
        default:
            return nil
        }
    }

    private static func lapse(_ facts: LicenseFacts, policy: LicensePolicy) -> LicenseReason {
        if facts.isMoved { return .movedDevice }
        guard let lease = facts.lease else {
            return facts.untrustedKeyID.map { .leaseNotTrusted(kid: $0) } ?? .neverConfirmed
        }
        // Whichever came first, so that the reason does not change when the other passes, too.
        let limit = OfflineLimit(lease: lease, lastValidated: facts.lastValidated, policy: policy)
        return limit.lastGoodSecond == limit.leaseEnd
            ? .offlineLeaseEnded(at: lease.expiresAt)
            : .offlineCapReached(lastValidated: facts.lastValidated)
    }

    private static func keylessVerdict(_ facts: LicenseFacts, time: TimeAssessment) -> Verdict {
        // A trial that is yet to be stamped begins now: the first snapshot must not differ from the second.
        let trial = Trial(
            start: Trial.start(recorded: facts.trialStart, at: time),
            durationDays: facts.trialDurationDays
        )
        let isFresh = facts.storage == .readable
        if let trial, let daysLeft = trial.daysLeft(at: time.now) {
            return Verdict(
                state: .trial(daysLeft: daysLeft),
                reason: isFresh ? .trialRunning : .recordCorrupt,
                rule: .trial,
                offlineUntil: trial.end
            )
        }
        if facts.freeTierEnabled {
            return Verdict(
                state: .freeTier,
                reason: isFresh ? .freeTier : .recordCorrupt,
                rule: .freeTier
            )
        }
        let ended: LicenseReason = trial == nil ? .notActivated : .trialEnded
        return Verdict(
            state: .expired,
            reason: isFresh ? ended : .recordCorrupt,
            rule: .nothingHeld
        )
    }
}
