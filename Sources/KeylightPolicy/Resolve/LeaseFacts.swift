public import KeylightCore

/// What a trusted and bound lease says, in the form that the rules use.
public struct LeaseFacts: Sendable, Hashable {
    /// What it says of the license.
    public var status: LeaseStatus
    /// When it was signed.
    public var issuedAt: Timestamp
    /// Its own end, without skew.
    public var expiresAt: Timestamp
    /// What it allows.
    public var entitlements: Set<Entitlement>

    /// Takes the facts of a lease.
    public init(_ lease: Lease) {
        status = lease.status
        issuedAt = lease.issuedAt
        expiresAt = lease.expiresAt
        entitlements = Set(lease.entitlements)
    }
}
