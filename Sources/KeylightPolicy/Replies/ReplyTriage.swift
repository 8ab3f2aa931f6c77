public import KeylightCore

/// Tells what a reply to a validation means.
///
/// Whatever is not explicitly a confirmation or a denial is unknown: a captive portal, a firewall, a
/// foreign cache or a server in trouble must never take a license away, and never grant one.
public enum ReplyTriage {
    /// Judges a reply.
    ///
    /// - Parameters:
    ///   - reply: the decoded reply, with what its lease's signature is worth.
    ///   - activation: the activation that was asked about.
    ///   - stored: the lease that is stored for it.
    ///   - newestIssuedAt: when the newest lease for it was signed, where the lease itself is gone: only a newer
    ///     one counts then.
    public static func outcome(
        of reply: ServerReply,
        activation: Activation,
        stored: Lease?,
        newestIssuedAt: Timestamp? = nil
    ) -> ReplyOutcome {
        if reply.isForeign { return .unknown(.foreignReply) }
        guard reply.status == 200 || reply.status == 422 else { return .unknown(reply.statusCause) }
        guard let body = reply.body, body.malformedFields.isEmpty else {
            return .unknown(.unexpectedReply(status: reply.status))
        }
        let isCurrent: (Lease) -> Bool = { lease in
            if stored == nil, let newestIssuedAt { return lease.issuedAt > newestIssuedAt }
            return LeaseBinding.isCurrent(lease, beside: stored)
        }
        switch acceptableLease(in: body, activation: activation, isCurrent: isCurrent) {
        case .failure(let cause): return .unknown(cause.cause)
        case .success(let lease): return outcome(status: reply.status, body: body, lease: lease)
        }
    }

    private static func outcome(status: Int, body: ReplyBody, lease: Lease?) -> ReplyOutcome {
        // A signed statement that the license ended wins over the verdict beside it; a 422 with one is how the
        // service says so, even without a word.
        if let lease, lease.status == .expired || lease.status == .fallback,
            status == 422 || body.verdict != nil
        {
            return .confirmed(lease: lease)
        }
        switch (status, body.verdict) {
        case (200, true?): return .confirmed(lease: lease)
        // An active lease beside a no licenses nothing.
        case (_, false?): return .denied(text: body.errorText)
        case (422, nil) where body.errorText != nil: return .denied(text: body.errorText)
        case (422, true?): return .unknown(.contradictoryReply)
        default: return .unknown(.unexpectedReply(status: status))
        }
    }

    struct Refusal: Error { var cause: FailureCause }

    /// The lease of the body when it may be stored; nil when the body has none.
    private static func acceptableLease(
        in body: ReplyBody,
        activation: Activation,
        isCurrent: (Lease) -> Bool
    ) -> Result<Lease?, Refusal> {
        let names = ForeignText(licenseKey: activation.licenseKey, instanceID: activation.instanceID)
        switch body.lease {
        case .absent: return .success(nil)
        case .malformed: return .failure(Refusal(cause: .malformedLease))
        case .unknownKeyID(let lease): return .failure(Refusal(cause: .unknownKeyID(names.name(lease.kid))))
        case .badSignature: return .failure(Refusal(cause: .badSignature))
        case .unverifiable(_, let text): return .failure(Refusal(cause: .cryptographyUnavailable(text)))
        case .trusted(let lease):
            guard lease.status.isKnown else {
                return .failure(Refusal(cause: .unknownLeaseStatus(names.name(lease.status.rawValue))))
            }
            guard LeaseBinding.isBound(lease, to: activation) else {
                return .failure(Refusal(cause: .foreignLease))
            }
            guard isCurrent(lease) else {
                return .failure(Refusal(cause: .replayedLease))
            }
            return .success(lease)
        }
    }
}
