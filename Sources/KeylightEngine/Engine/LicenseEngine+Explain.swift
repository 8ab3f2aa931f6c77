import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightPolicy
import KeylightVerification

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
            keyHashIsDocumented: keyHashIsDocumented,
            pendingReleases: state.record.pendingReleases.count,
            storage: state.storage,
            unusableReplies: unusableReplies,
            requests: requests.entries
        )
    }

    /// Whether the hash that was pinned at activation is the one that the service documents; nil without a
    /// license, or when no hash can be made here.
    private var keyHashIsDocumented: Bool? {
        guard let activation = state.record.activation,
            let documented = try? LicenseKeyHash.documented(for: activation.licenseKey)
        else { return nil }
        return activation.pinnedKeyHash.lowercased() == documented
    }

    /// Says at activation whether the server hashes keys as it documents; a vendor's developer wants to know, and
    /// nobody is locked out for it.
    func reportKeyHash(requestID: RequestID) {
        guard let keyHashIsDocumented else { return }
        if keyHashIsDocumented {
            logger.debug(requestID: requestID.rawValue, "the lease's key hash is as documented")
        } else {
            logger.notice(
                requestID: requestID.rawValue,
                "the lease's key hash is not made by the documented formula; it is pinned as it is"
            )
        }
    }

    /// Counts a reply that told nothing; a call that brought none is not counted.
    func count(_ cause: FailureCause) {
        guard let kind = UnusableReply(cause) else { return }
        unusableReplies[kind, default: 0] &+= 1
    }
}
