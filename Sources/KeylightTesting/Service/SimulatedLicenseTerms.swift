public import KeylightCore

/// What the license of a ``SimulatedLicenseService`` allows, and how the service issues it.
public struct SimulatedLicenseTerms: Sendable, Hashable {
    /// What leases name as entitlements.
    public var entitlements: [Entitlement] = []
    /// How long a lease holds, in seconds; 7 days, as the service has it. Never longer than the license.
    public var leaseLength: Int64 = 7 * Seconds.day
    /// When the license itself ends.
    public var licenseEnd = LicenseEnd.lifetime
    /// What leases say after the license's end: `expired`, or `fallback`.
    public var statusAfterEnd = LeaseStatus.expired
    /// How many machines may be activated at once.
    public var seats = 5
    /// Whether the vendor has revoked the license.
    public var isRevoked = false
    /// Length of the trial and free tier, as replies without a license tell them; what is nil is left out.
    public var settings = ProductSettings()

    /// Makes the terms of a license without entitlements that never ends.
    public init() {}

    /// Whether the license is past its end.
    func hasEnded(at now: Timestamp) -> Bool {
        if case .at(let end) = licenseEnd { now >= end } else { false }
    }

    /// Until when a lease that is issued now holds.
    func leaseEnd(from now: Timestamp) -> Timestamp {
        let end = now.adding(leaseLength)
        guard case .at(let licenseEnd) = licenseEnd, !hasEnded(at: now) else { return end }
        return min(end, licenseEnd)
    }
}
