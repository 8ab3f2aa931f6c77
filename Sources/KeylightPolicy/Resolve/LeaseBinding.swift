public import KeylightCore

/// Whether a lease was issued to an activation, and whether it is newer than what is known.
public enum LeaseBinding {
    /// How much older than the stored lease a new one may be, in seconds: servers' clocks differ. 300.
    public static let replayTolerance: Int64 = 300

    /// Whether the lease carries the activation's instance and its pinned key hash.
    public static func isBound(_ lease: Lease, to activation: Activation) -> Bool {
        lease.instanceID == activation.instanceID && lease.licenseKeyHash == activation.pinnedKeyHash
    }

    /// Whether the lease is not an old one played again: at most 300 s older than the stored one.
    public static func isCurrent(_ lease: Lease, beside stored: Lease?) -> Bool {
        guard let stored, stored.instanceID == lease.instanceID else { return true }
        return stored.issuedAt.seconds(since: lease.issuedAt) <= replayTolerance
    }

    /// Whether the lease is strictly newer than the stored one, so that its time may be believed downward.
    public static func isFresh(_ lease: Lease, beside stored: Lease?) -> Bool {
        guard let stored, stored.instanceID == lease.instanceID else { return true }
        return lease.issuedAt > stored.issuedAt
    }
}
