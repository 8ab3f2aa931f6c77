public import KeylightCore

/// Until when a lease is honoured without a network: the earlier of its own end and the offline cap.
public struct OfflineLimit: Sendable, Hashable {
    /// The last second of the lease itself, skew included.
    public var leaseEnd: Timestamp
    /// The last second that the offline cap allows; nil when the cap is on and no check is on record, which
    /// counts as reached.
    public var capEnd: Timestamp?

    /// Computes the limit of a lease.
    public init(lease: LeaseFacts, lastValidated: Timestamp?, policy: LicensePolicy) {
        leaseEnd = lease.expiresAt.adding(policy.leaseSkew)
        if let cap = policy.offlineCap {
            capEnd = lastValidated?.adding(cap)
        } else {
            capEnd = leaseEnd
        }
    }

    /// The last second at which the lease is honoured; nil when the cap counts as reached.
    public var lastGoodSecond: Timestamp? { capEnd.map { min($0, leaseEnd) } }
}
