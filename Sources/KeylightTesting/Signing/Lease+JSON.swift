public import KeylightCore
import KeylightVerification

extension Lease {
    /// The lease as it stands in a reply of the service.
    public var json: String {
        JSONText.object([
            ("kid", JSONText.string(kid)),
            ("licenseKeyHash", JSONText.string(licenseKeyHash)),
            ("instanceId", JSONText.string(instanceID.rawValue)),
            ("issuedAt", "\(issuedAt.secondsSince1970)"),
            ("expiresAt", "\(expiresAt.secondsSince1970)"),
            ("status", JSONText.string(status.rawValue)),
            ("entitlements", JSONText.array(entitlements.map { JSONText.string($0.rawValue) })),
            ("signature", JSONText.string(StrictBase64.encode(signature.bytes))),
        ])
    }
}
