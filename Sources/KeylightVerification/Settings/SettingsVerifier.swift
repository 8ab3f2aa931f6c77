public import KeylightCore
import KeylightCrypto

/// Says whether product settings from the server are believed.
///
/// A proof that is there must hold. Settings without one are accepted unless the app asks for signed ones:
/// the service signs them only for some vendors.
public struct SettingsVerifier: Sendable {
    private let trustedKeys: TrustedKeys
    private let tenant: ServiceIdentifier
    private let product: ServiceIdentifier
    private let requireSignedConfig: Bool

    /// Makes a verifier for one product.
    ///
    /// - Parameters:
    ///   - trustedKeys: the keys that are believed.
    ///   - tenant: the app's own tenant; never taken from a reply.
    ///   - product: the app's own product; never taken from a reply.
    ///   - requireSignedConfig: whether settings without proof are refused.
    public init(
        trustedKeys: TrustedKeys,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        requireSignedConfig: Bool = false
    ) {
        self.trustedKeys = trustedKeys
        self.tenant = tenant
        self.product = product
        self.requireSignedConfig = requireSignedConfig
    }

    /// Judges settings: the proof first, then `now + 300 >= issuedAt` and `now <= expiresAt + 300`.
    public func verify(_ signed: SignedSettings, at now: Timestamp) -> SettingsVerdict {
        if let days = signed.settings.trialDurationDays, !SettingsDecoder.trialDays.contains(days) {
            return .refused(.malformed(field: "trial_duration_days", .invalid("is out of range")))
        }
        guard let signature = signed.signature else {
            return requireSignedConfig ? .refused(.unsigned) : .accepted(signed.settings)
        }
        guard let days = signed.settings.trialDurationDays else {
            return .refused(.malformed(field: "trial_duration_days", .missing))
        }
        guard let freeTier = signed.settings.freeTierEnabled else {
            return .refused(.malformed(field: "free_tier_enabled", .missing))
        }
        guard let key = trustedKeys.key(for: signature.kid) else {
            return .refused(.unknownKeyID(signature.kid))
        }
        let payload = CanonicalPayload.settings(
            kid: signature.kid,
            tenant: tenant,
            product: product,
            issuedAt: signature.issuedAt,
            expiresAt: signature.expiresAt,
            trialDurationDays: days,
            freeTierEnabled: freeTier
        )
        do throws(CryptoError) {
            guard let payload, try key.isValidSignature(signature.bytes, for: payload) else {
                return .refused(.badSignature)
            }
        } catch {
            return .refused(.cryptographyUnavailable(error))
        }
        let skew = LeaseVerifier.skewSeconds
        guard now.adding(skew) >= signature.issuedAt else { return .refused(.notYetValid) }
        guard now <= signature.expiresAt.adding(skew) else { return .refused(.expired) }
        return .accepted(signed.settings)
    }

    /// Judges the settings that stand in a reply among its other fields.
    package func verify(_ json: JSONValue, at now: Timestamp) -> SettingsVerdict {
        do throws(SettingsRefusal) {
            return verify(try SettingsDecoder.decode(json), at: now)
        } catch {
            return .refused(error)
        }
    }
}
