public import KeylightCore
public import KeylightCrypto
public import KeylightVerification

/// Signs leases and settings as the licensing service does, with a key of the test's own.
///
/// The signatures are real: give ``trustedKeys`` to the code under test, and it verifies as it does in the field.
///
/// ```swift
/// let signer = try TestSigner()
/// let lease = try signer.lease(
///     key: key, instance: instance, issuedAt: now, expiresAt: now.adding(7 * Seconds.day)
/// )
/// ```
public struct TestSigner: Sendable {
    /// The id of the key.
    public let kid: String
    private let key: Ed25519PrivateKey

    /// The seed of the key unless another is given: the bytes 1 to 32. Everybody knows it; never ship it.
    public static let defaultSeed = [UInt8](1...32)

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - seed: the 32 bytes of the private key; another seed makes a signer that nobody trusts.
    ///   - kid: the id of the key.
    /// - Throws: `CryptoError` when the seed has another length or the platform cannot sign.
    public init(seed: [UInt8] = defaultSeed, kid: String = "k1") throws(CryptoError) {
        key = try Ed25519PrivateKey(seed: seed)
        self.kid = kid
    }

    /// The 32 bytes of the public key.
    public var publicKey: [UInt8] { key.publicKey.rawRepresentation }

    /// The public key as a configuration holds it.
    public var publicKeyBase64: String { StrictBase64.encode(publicKey) }

    /// What the code under test is to trust: the key's id and the public key in base64.
    public var trustedKeys: [String: String] { [kid: publicKeyBase64] }

    /// Makes and signs a lease.
    ///
    /// - Parameters:
    ///   - key: the license key, of which the lease carries the documented hash.
    ///   - instance: the activation that it is issued to.
    ///   - issuedAt: when it is signed.
    ///   - expiresAt: until when it holds.
    ///   - status: what it says of the license.
    ///   - entitlements: what the license allows.
    /// - Throws: ``TestSignerError/ambiguousFields`` or `CryptoError`.
    public func lease(
        key: LicenseKey,
        instance: InstanceID,
        issuedAt: Timestamp,
        expiresAt: Timestamp,
        status: LeaseStatus = .active,
        entitlements: [Entitlement] = []
    ) throws -> Lease {
        let unsigned = Lease(
            kid: kid,
            licenseKeyHash: try LicenseKeyHash.documented(for: key),
            instanceID: instance,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            status: status,
            entitlements: entitlements,
            signature: LeaseSignature([])
        )
        return try sign(unsigned)
    }

    /// The same lease with a signature by this key over its fields as they are, the key's id included.
    ///
    /// - Throws: ``TestSignerError/ambiguousFields`` or `CryptoError`.
    public func sign(_ lease: Lease) throws -> Lease {
        guard let payload = CanonicalPayload.lease(lease) else { throw TestSignerError.ambiguousFields }
        var signed = lease
        signed.signature = LeaseSignature(try key.signature(for: payload))
        return signed
    }

    /// The same lease with a signature of the right length that does not hold.
    public func forge(_ lease: Lease) -> Lease {
        var forged = lease
        forged.signature = LeaseSignature([UInt8](repeating: 0x5a, count: 64))
        return forged
    }

    /// Signs product settings.
    ///
    /// - Throws: ``TestSignerError`` when a setting is missing or a field is ambiguous, or `CryptoError`.
    public func settings(
        _ settings: ProductSettings,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) throws -> SignedSettings {
        guard let days = settings.trialDurationDays, let freeTier = settings.freeTierEnabled else {
            throw TestSignerError.incompleteSettings
        }
        let payload = CanonicalPayload.settings(
            kid: kid,
            tenant: tenant,
            product: product,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            trialDurationDays: days,
            freeTierEnabled: freeTier
        )
        guard let payload else { throw TestSignerError.ambiguousFields }
        let signature = SettingsSignature(
            kid: kid,
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            bytes: try key.signature(for: payload)
        )
        return SignedSettings(settings: settings, signature: signature)
    }
}
