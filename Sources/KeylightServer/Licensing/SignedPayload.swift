/// The exact bytes that the service signs.
///
/// Written from the description of the protocol and from nothing else: what verifies is a second, separate
/// reading of it, and both are held against the same vectors.
enum SignedPayload {
    /// The bytes of a lease's signature.
    static func lease(_ lease: LeaseTerms) -> [UInt8] {
        let entitlements = lease.entitlements
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .joined(separator: ",")
        let fields = [
            "v3", lease.kid, lease.licenseKeyHash, lease.instanceID, String(lease.issuedAt),
            String(lease.expiresAt), lease.status, entitlements,
        ]
        return Array(fields.joined(separator: "|").utf8)
    }

    /// The bytes of the signature of the product settings.
    static func settings(
        kid: String,
        tenant: String,
        product: String,
        issuedAt: Int64,
        expiresAt: Int64,
        trialDurationDays: Int64,
        isFreeTierEnabled: Bool
    ) -> [UInt8] {
        let fields = [
            "cfg1", kid, tenant, product, String(issuedAt), String(expiresAt), String(trialDurationDays),
            isFreeTierEnabled ? "true" : "false",
        ]
        return Array(fields.joined(separator: "|").utf8)
    }
}
