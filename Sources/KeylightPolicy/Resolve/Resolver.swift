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
        var snapshot = verdict(facts, now: time.now, policy: policy)
        if case .rolledBack(let seconds) = time.condition, snapshot.rule != .storedDenial, snapshot.isResolved
        {
            if policy.clockRollbackResponse == .deny { refuse(&snapshot, hasLicenseKey: facts.hasLicenseKey) }
            snapshot.reason = .clockRolledBack(seconds: seconds)
        }
        snapshot.hasLicenseKey = facts.hasLicenseKey
        snapshot.licenseEnd = facts.licenseEnd
        snapshot.lastValidated = facts.lastValidated
        snapshot.persistence = persistence
        snapshot.nextCheck =
            RefreshSchedule.nextCheck(
                facts,
                attempts: attempts,
                rule: snapshot.rule,
                time: time,
                policy: policy
            )?
            .time
        if let cause = attempts.lastFailure, let end = snapshot.offlineUntil, facts.hasLicenseKey,
            end.seconds(since: time.now) < policy.warningLead
        {
            snapshot.warning = .cannotVerify(cause, until: end)
        }
        return snapshot
    }

    private static func verdict(
        _ facts: LicenseFacts,
        now: Timestamp,
        policy: LicensePolicy
    ) -> LicenseSnapshot {
        switch facts.storage {
        case .unavailable(let cause): return undetermined(.storageUnavailable(cause))
        case .newerSchema(let schema): return undetermined(.newerSchema(schema))
        case .readable, .recordWasCorrupt: break
        }
        if let denial = facts.denial {
            return LicenseSnapshot(state: .invalid, reason: .denied(denial), rule: .storedDenial)
        }
        if let lease = facts.lease, let verdict = leaseVerdict(lease, facts: facts, now: now, policy: policy)
        {
            return verdict
        }
        if facts.hasLicenseKey {
            return LicenseSnapshot(
                state: .expired,
                reason: lapse(facts, policy: policy),
                rule: .keyWithoutUsableLease
            )
        }
        return keylessVerdict(facts, now: now)
    }

    private static func undetermined(_ reason: LicenseReason) -> LicenseSnapshot {
        LicenseSnapshot(state: .expired, reason: reason, rule: .undetermined, isResolved: false)
    }

    /// Takes everything away, for a product that denies a clock which was set back.
    private static func refuse(_ snapshot: inout LicenseSnapshot, hasLicenseKey: Bool) {
        snapshot.state = .invalid
        snapshot.rule = hasLicenseKey ? .keyWithoutUsableLease : .nothingHeld
        snapshot.entitlements = []
        snapshot.offlineUntil = nil
    }

    private static func leaseVerdict(
        _ lease: LeaseFacts,
        facts: LicenseFacts,
        now: Timestamp,
        policy: LicensePolicy
    ) -> LicenseSnapshot? {
        switch lease.status {
        case .active:
            let limit = OfflineLimit(lease: lease, lastValidated: facts.lastValidated, policy: policy)
            guard let lastGoodSecond = limit.lastGoodSecond, now <= lastGoodSecond else { return nil }
            return LicenseSnapshot(
                state: .licensed,
                reason: .leaseActive(until: lease.expiresAt),
                rule: .usableLease,
                entitlements: lease.entitlements,
                offlineUntil: lastGoodSecond.adding(1)
            )
        case .fallback:
            return LicenseSnapshot(state: .limited, reason: .fallbackLease, rule: .leaseStatus)
        case .expired:
            return LicenseSnapshot(state: .expired, reason: .licenseEnded, rule: .leaseStatus)
        default:
            return nil
        }
    }

    private static func lapse(_ facts: LicenseFacts, policy: LicensePolicy) -> LicenseReason {
        guard let lease = facts.lease else {
            return facts.untrustedKeyID.map { .leaseNotTrusted(kid: $0) } ?? .neverConfirmed
        }
        // Whichever came first, so that the reason does not change when the other passes, too.
        let limit = OfflineLimit(lease: lease, lastValidated: facts.lastValidated, policy: policy)
        return limit.lastGoodSecond == limit.leaseEnd
            ? .offlineLeaseEnded(at: lease.expiresAt)
            : .offlineCapReached(lastValidated: facts.lastValidated)
    }

    private static func keylessVerdict(_ facts: LicenseFacts, now: Timestamp) -> LicenseSnapshot {
        // A trial that is yet to be stamped begins now: the first snapshot must not differ from the second.
        let trial = Trial(start: facts.trialStart ?? now, durationDays: facts.trialDurationDays)
        let isFresh = facts.storage == .readable
        if let trial, let daysLeft = trial.daysLeft(at: now) {
            return LicenseSnapshot(
                state: .trial(daysLeft: daysLeft),
                reason: isFresh ? .trialRunning : .recordCorrupt,
                rule: .trial,
                offlineUntil: trial.end
            )
        }
        if facts.freeTierEnabled {
            return LicenseSnapshot(
                state: .freeTier,
                reason: isFresh ? .freeTier : .recordCorrupt,
                rule: .freeTier
            )
        }
        let ended: LicenseReason = trial == nil ? .notActivated : .trialEnded
        return LicenseSnapshot(
            state: .expired,
            reason: isFresh ? ended : .recordCorrupt,
            rule: .nothingHeld
        )
    }
}
