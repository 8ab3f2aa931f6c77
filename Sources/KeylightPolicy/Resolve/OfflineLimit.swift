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

    /// The latest that a wall clock may show when this lease has just been signed; one that shows more is wrong.
    ///
    /// The server does not issue what is over, so a clock that says that it is, by the lease or by the cap, is
    /// ahead. The same goes for one that leaves so little that the next check would come too late: two hours,
    /// or half of it all when that is less.
    public static func latestWall(for lease: LeaseFacts, policy: LicensePolicy) -> Timestamp {
        let limit = OfflineLimit(lease: lease, lastValidated: lease.issuedAt, policy: policy)
        let end = limit.lastGoodSecond ?? limit.leaseEnd
        let length = max(0, end.seconds(since: lease.issuedAt))
        let margin = min(Seconds.product(2, policy.scheduleLead), length / 2)
        return end.adding(Seconds.difference(0, margin))
    }
}
