/// A signed statement of the server about one activation, version 3: what holds until when.
///
/// It is a value as decoded, not yet believed: only `KeylightVerification` says whether its signature
/// holds, and only `KeylightPolicy` whether it is bound to this activation and current.
public struct Lease: Sendable, Hashable, Codable {
    /// Which of the vendor's keys signed it.
    public var kid: String
    /// Hexadecimal SHA-256 of the license key, as the server computes and writes it.
    public var licenseKeyHash: String
    /// The activation that it was issued to.
    public var instanceID: InstanceID
    /// When the server signed it, by the server's clock.
    public var issuedAt: Timestamp
    /// Until when it holds; 300 s of skew are added where it is judged.
    public var expiresAt: Timestamp
    /// What it says of the license.
    public var status: LeaseStatus
    /// What the license allows; in the order of the reply, which is not the order that was signed.
    public var entitlements: [Entitlement]
    /// Ed25519 signature of the canonical payload.
    public var signature: LeaseSignature

    /// Makes a lease from its fields.
    public init(
        kid: String,
        licenseKeyHash: String,
        instanceID: InstanceID,
        issuedAt: Timestamp,
        expiresAt: Timestamp,
        status: LeaseStatus,
        entitlements: [Entitlement],
        signature: LeaseSignature
    ) {
        self.kid = kid
        self.licenseKeyHash = licenseKeyHash
        self.instanceID = instanceID
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.status = status
        self.entitlements = entitlements
        self.signature = signature
    }
}
