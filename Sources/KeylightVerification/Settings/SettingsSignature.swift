public import KeylightCore

/// The proof that comes with signed product settings.
public struct SettingsSignature: Sendable, Hashable {
    /// Which of the vendor's keys signed the settings.
    public var kid: String
    /// From when they hold, by the server's clock.
    public var issuedAt: Timestamp
    /// Until when they hold.
    public var expiresAt: Timestamp
    /// Ed25519 signature of the canonical payload; 64 bytes when well-formed.
    public var bytes: [UInt8]

    /// Makes a proof.
    public init(kid: String, issuedAt: Timestamp, expiresAt: Timestamp, bytes: [UInt8]) {
        self.kid = kid
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.bytes = bytes
    }
}

extension SettingsSignature: Secret {
    /// `signature#3f2a by "k1"`.
    public var redactedDescription: String { "signature#\(Fingerprint.of(bytes)) by \(kid.debugDescription)" }
}
