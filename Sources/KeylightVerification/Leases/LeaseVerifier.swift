public import KeylightCore
public import KeylightCrypto

/// Says what the signature of a lease is worth.
///
/// It has no state and reads no clock: the time is an argument. Whether a good lease is bound to this
/// activation and newer than the stored one is a rule of policy and not decided here.
///
/// ```swift
/// let verifier = LeaseVerifier(trustedKeys: keys)
/// let found = try verifier.verify(lease, at: now)
/// found.signatureValid && !found.expired
/// ```
public struct LeaseVerifier: Sendable {
    /// How far the clocks of server and device may differ, in seconds: a lease is good while
    /// `now <= expiresAt + 300`. The number is the service's own.
    public static let skewSeconds: Int64 = 300

    private let trustedKeys: TrustedKeys

    /// Makes a verifier that believes these keys.
    public init(trustedKeys: TrustedKeys) {
        self.trustedKeys = trustedKeys
    }

    /// Checks key, signature and end of a lease.
    ///
    /// A lease whose fields would make an ambiguous payload has no valid signature.
    ///
    /// - Throws: `CryptoError` when no signature can be checked here; then nothing is known of the lease.
    public func verify(_ lease: Lease, at now: Timestamp) throws(CryptoError) -> LeaseVerification {
        let expired = now > lease.expiresAt.adding(Self.skewSeconds)
        guard let key = trustedKeys.key(for: lease.kid) else {
            return LeaseVerification(kidKnown: false, signatureValid: false, expired: expired)
        }
        var signatureValid = false
        if let payload = CanonicalPayload.lease(lease) {
            signatureValid = try key.isValidSignature(lease.signature.bytes, for: payload)
        }
        return LeaseVerification(kidKnown: true, signatureValid: signatureValid, expired: expired)
    }

    /// Classifies a lease for the rules; the time plays no part, an expired lease can be trusted.
    ///
    /// It is trusted only when its key is known, the signature holds and `0 < issuedAt < expiresAt`. The wall
    /// clock is not held against `issuedAt`: a device whose clock is days behind must be able to activate.
    public func evidence(for lease: Lease) -> LeaseEvidence {
        guard let payload = CanonicalPayload.lease(lease) else {
            return .malformed("the lease's fields hold separators or empty entitlements")
        }
        guard let key = trustedKeys.key(for: lease.kid) else { return .unknownKeyID(lease) }
        do throws(CryptoError) {
            guard try key.isValidSignature(lease.signature.bytes, for: payload) else {
                return .badSignature(lease)
            }
        } catch {
            return .unverifiable(lease, error.description)
        }
        guard lease.issuedAt > Timestamp(0), lease.issuedAt < lease.expiresAt else {
            return .malformed("the lease's dates make no sense: it must begin after 1970 and before its end")
        }
        return .trusted(lease)
    }

    /// Classifies what stands where a reply may hold a lease; nil and null are `absent`.
    package func evidence(for json: JSONValue?) -> LeaseEvidence {
        guard let json, !json.isNull else { return .absent }
        do throws(LeaseFormatError) {
            return evidence(for: try LeaseDecoder.decode(json))
        } catch {
            return .malformed(error.description)
        }
    }
}
