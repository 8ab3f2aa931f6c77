public import KeylightCore

/// When the SDK asks the server by itself.
public enum RefreshSchedule {
    /// A planned check.
    public struct Check: Sendable, Hashable {
        /// When, in trusted time; the past when it is overdue.
        public var time: Timestamp
        /// Whether it repeats one that failed.
        public var isRetry: Bool
    }

    /// The next check; nil when there is no license key or the store cannot be read.
    ///
    /// While licensed it lies one hour, and this install's offset, before the lease's end, or before the
    /// offline cap when that comes first: what is online must not run into a cap for what is offline. So that a server
    /// that hands out very short leases is not called in a loop, at least half of what the lease had left
    /// at the last confirmation passes first, and never less than the debounce. A check that failed is
    /// repeated by the ladder; once the lease has ended, once an hour. While the server's last word was no
    /// or that the license ended, it is asked again every six hours. A clock that was set back is a reason to
    /// ask at once, once.
    public static func nextCheck(
        _ facts: LicenseFacts,
        attempts: AttemptHistory,
        rule: ResolutionRule,
        time: TimeAssessment,
        policy: LicensePolicy
    ) -> Check? {
        guard facts.hasLicenseKey, !facts.isMoved, facts.storage.isReadable else { return nil }
        var check = Check(time: plannedCheck(facts, attempts, rule, time, policy), isRetry: false)
        if let failed = attempts.plannableFailure(at: time) {
            let wasDue = check.time <= failed
            if let wait = wakeWait(attempts, policy) {
                let retry = failed.adding(wait)
                check = Check(time: wasDue ? retry : min(check.time, retry), isRetry: true)
            } else if wasDue, rule == .usableLease {
                check = Check(time: failed.adding(retryWait(attempts, policy)), isRetry: true)
            }
        }
        if case .rolledBack = time.condition, !attempts.rollbackWasAsked {
            check.time = min(check.time, time.now)
        }
        if let wait = attempts.notBeforeWait(at: time.instant) {
            check.time = max(check.time, time.now.adding(wait))
        }
        return check
    }

    /// The offset of an install: the same for the same instance and lease, spread evenly over `0...limit`.
    public static func offset(instanceID: InstanceID, issuedAt: Timestamp, limit: Int64) -> Int64 {
        guard limit > 0 else { return 0 }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        for byte in instanceID.rawValue.utf8 { mix(byte) }
        withUnsafeBytes(of: issuedAt.secondsSince1970.littleEndian) { $0.forEach(mix) }
        // The low bits of this hash follow the last bytes too closely; fold the high ones in.
        hash ^= hash >> 32
        hash = hash &* 0x9e37_79b9_7f4a_7c15
        return Int64((hash >> 1) % (UInt64(limit) + 1))
    }

    private static func plannedCheck(
        _ facts: LicenseFacts,
        _ attempts: AttemptHistory,
        _ rule: ResolutionRule,
        _ time: TimeAssessment,
        _ policy: LicensePolicy
    ) -> Timestamp {
        switch rule {
        case .usableLease:
            guard let lease = facts.lease else { return time.now }
            let lead = Seconds.sum(policy.scheduleLead, facts.scheduleOffset)
            let limit = OfflineLimit(lease: lease, lastValidated: facts.lastValidated, policy: policy)
            let end = limit.capEnd.map { min($0, lease.expiresAt) } ?? lease.expiresAt
            let beforeEnd = end.adding(Seconds.difference(0, lead))
            // By our own clock where it is known: the server's date of it may be another. A confirmation in the
            // future was dated by a clock that has been put right since.
            let own = attempts.lastSuccess.map { time.now.adding(min(0, $0.seconds(since: time.instant))) }
            guard let last = own ?? facts.lastValidated, last <= time.now else { return beforeEnd }
            let left = end.seconds(since: last)
            return max(beforeEnd, last.adding(max(policy.debounce, left / 2)))
        case .storedDenial, .leaseStatus:
            return attempts.plannableAttempt(at: time)?.adding(policy.recoveryInterval) ?? time.now
        case .keyWithoutUsableLease, .trial, .freeTier, .nothingHeld, .undetermined:
            return attempts.plannableAttempt(at: time)?.adding(policy.retryAfterEnd) ?? time.now
        }
    }

    /// The short wait after a failure that followed a wake-up; nil when there was none, or all were used up.
    private static func wakeWait(_ attempts: AttemptHistory, _ policy: LicensePolicy) -> Int64? {
        guard let failures = attempts.wakeFailures, failures > 0, failures <= policy.wakeRetries.count else {
            return nil
        }
        return policy.wakeRetries[failures - 1]
    }

    private static func retryWait(_ attempts: AttemptHistory, _ policy: LicensePolicy) -> Int64 {
        let ladder = policy.retryLadder
        guard let last = ladder.last else { return policy.longestHop }
        // Failures are counted from 1; one that was not due when it happened starts the ladder.
        // The short steps after a wake-up come before the ladder and take nothing from it.
        let shortSteps = attempts.wakeFailures == nil ? 0 : policy.wakeRetries.count
        let step = max(attempts.dueFailures, 1 + shortSteps) - shortSteps
        return step >= ladder.count ? last : ladder[step - 1]
    }
}
