/// What a license allows one activation at one moment.
struct LeaseGrant: Sendable, Equatable {
    var license: ServedLicense
    var instanceID: String
    var status: Status
    var now: Int64
    /// The length of an ordinary lease, in seconds.
    var leaseLength: Int64

    enum Status: String, Sendable {
        case active
        case fallback
        case expired
    }

    /// When the lease ends.
    ///
    /// An `active` lease never outlives its license: offline use past the license's end would otherwise be
    /// possible for the length of a lease. The two other states are those of a license that is over already,
    /// and their leases last as long as any.
    var expiresAt: Int64 {
        let end = now.saturatingAdd(leaseLength)
        guard status == .active, let licenseEnd = license.expiresAt else { return end }
        return min(end, licenseEnd)
    }
}
