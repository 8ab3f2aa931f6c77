import KeylightCrypto

/// Signs leases and settings with the server's key.
struct ReplySigner: Sendable {
    let kid: String
    /// The public half of the key, 32 bytes.
    let publicKey: [UInt8]
    private let privateKey: Ed25519PrivateKey

    init(kid: String, seed: [UInt8]) throws(LocalLicenseServerError) {
        guard seed.count == 32 else { throw .invalidSeed(byteCount: seed.count) }
        guard !kid.isEmpty, kid.utf8.count <= 64,
            kid.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "|") })
        else { throw .invalidKeyIdentifier(kid) }
        do {
            privateKey = try Ed25519PrivateKey(seed: seed)
            publicKey = privateKey.publicKey.rawRepresentation
            self.kid = kid
        } catch {
            throw .cryptography(String(describing: error))
        }
    }

    /// The lease object of a reply; null when the fault says so.
    func lease(_ grant: LeaseGrant, fault: LeaseFault?) throws -> JSONValue {
        if fault == .missing { return .null }
        var terms = LeaseTerms(
            kid: kid,
            licenseKeyHash: try Self.hash(ofKey: grant.license.key),
            instanceID: grant.instanceID,
            issuedAt: grant.now,
            expiresAt: grant.expiresAt,
            status: grant.status.rawValue,
            entitlements: grant.status == .active ? grant.license.entitlements : []
        )
        switch fault {
        case .unknownKid: terms.kid = "unknown-kid"
        case .otherInstance: terms.instanceID = "00000000-0000-4000-8000-00000000beef"
        case .otherKey: terms.licenseKeyHash = try Self.hash(ofKey: "SOMEBODY-ELSE")
        case .unknownStatus: terms.status = "suspended"
        case .replayed:
            terms.issuedAt = terms.issuedAt.saturatingAdd(-86_400)
            terms.expiresAt = terms.expiresAt.saturatingAdd(-86_400)
        case .badSignature, .missing, nil: break
        }
        let signature = try sign(SignedPayload.lease(terms), isSpoiled: fault == .badSignature)
        return terms.json(signature: signature)
    }

    /// The members that carry the settings, signed or not.
    func settings(
        _ settings: ServedSettings,
        tenant: String,
        product: String,
        now: Int64,
        isSpoiled: Bool
    ) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if let days = settings.trialDurationDays { members["trial_duration_days"] = .integer(days) }
        if let isEnabled = settings.isFreeTierEnabled { members["free_tier_enabled"] = .bool(isEnabled) }
        guard settings.isSigned, let days = settings.trialDurationDays,
            let isEnabled = settings.isFreeTierEnabled
        else { return members }
        let end = now.saturatingAdd(settings.lifetime)
        let payload = SignedPayload.settings(
            kid: kid,
            tenant: tenant,
            product: product,
            issuedAt: now,
            expiresAt: end,
            trialDurationDays: days,
            isFreeTierEnabled: isEnabled
        )
        members["issued_at"] = .integer(now)
        members["expires_at"] = .integer(end)
        members["kid"] = .string(kid)
        members["signature"] = .string(try sign(payload, isSpoiled: isSpoiled))
        return members
    }

    private func sign(_ payload: [UInt8], isSpoiled: Bool) throws -> String {
        var signature = try privateKey.signature(for: payload)
        if isSpoiled, let first = signature.first { signature[0] = first ^ 1 }
        return Base64.encode(signature)
    }

    private static func hash(ofKey key: String) throws -> String {
        let dash = UInt8(ascii: "-")
        return try SHA256Hash.hexDigest(of: key.utf8.filter { $0 != dash })
    }
}
