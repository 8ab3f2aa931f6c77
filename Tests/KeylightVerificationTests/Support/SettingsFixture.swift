import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

/// Product settings that are signed here and now.
struct SettingsFixture {
    static let issuedAt: Int64 = 1_772_323_200
    static let expiresAt: Int64 = 1_772_409_600

    let key: Ed25519PrivateKey
    let keys: TrustedKeys
    let tenant: ServiceIdentifier
    let product: ServiceIdentifier

    init() throws {
        key = try Ed25519PrivateKey(seed: Array(3...34))
        keys = try TrustedKeys(rawKeys: ["kcfg": key.publicKey.rawRepresentation])
        tenant = try #require(ServiceIdentifier("testco"))
        product = try #require(ServiceIdentifier("testapp"))
    }

    func verifier(requireSigned: Bool = false) -> SettingsVerifier {
        SettingsVerifier(
            trustedKeys: keys,
            tenant: tenant,
            product: product,
            requireSignedConfig: requireSigned
        )
    }

    /// Settings with a proof over the payload as the protocol writes it down.
    func signed(
        days: Int64 = 14,
        freeTier: Bool = true,
        issuedAt: Int64 = issuedAt,
        expiresAt: Int64 = expiresAt,
        tenant: String = "testco",
        product: String = "testapp",
        kid: String = "kcfg"
    ) throws -> SignedSettings {
        let payload = "cfg1|\(kid)|\(tenant)|\(product)|\(issuedAt)|\(expiresAt)|\(days)|\(freeTier)"
        return SignedSettings(
            settings: ProductSettings(trialDurationDays: days, freeTierEnabled: freeTier),
            signature: SettingsSignature(
                kid: kid,
                issuedAt: Timestamp(issuedAt),
                expiresAt: Timestamp(expiresAt),
                bytes: try key.signature(for: Array(payload.utf8))
            )
        )
    }

    /// The settings as members of a JSON object, without its braces.
    func members(_ signed: SignedSettings) -> String {
        var members: [String] = []
        if let days = signed.settings.trialDurationDays { members.append("\"trial_duration_days\":\(days)") }
        if let freeTier = signed.settings.freeTierEnabled {
            members.append("\"free_tier_enabled\":\(freeTier)")
        }
        if let proof = signed.signature {
            members.append("\"kid\":\(proof.kid.quoted)")
            members.append("\"issued_at\":\(proof.issuedAt.secondsSince1970)")
            members.append("\"expires_at\":\(proof.expiresAt.secondsSince1970)")
            members.append("\"signature\":\(StrictBase64.encode(proof.bytes).quoted)")
        }
        return members.joined(separator: ",")
    }
}
