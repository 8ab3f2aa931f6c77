/// A private key that makes Ed25519 signatures: for test kits, development servers and tools.
///
/// An application that verifies licenses never holds one. Text, dump and mirror of the value show no secret; the
/// bytes are in memory as long as the value or an array taken from `seed` lives, since a Swift array cannot be
/// wiped reliably.
///
/// ```swift
/// let key = try Ed25519PrivateKey()
/// let signature = try key.signature(for: message)
/// let isValid = try key.publicKey.isValidSignature(signature, for: message)  // true
/// ```
public struct Ed25519PrivateKey: Sendable {
    /// The 32 secret bytes that RFC 8032 calls the private key.
    public let seed: [UInt8]

    /// The key that verifies what this one signs.
    public let publicKey: Ed25519PublicKey

    private let signer: any Ed25519Signer

    /// Makes a new key from the system's random bytes.
    ///
    /// - Throws: as `init(seed:)`, or `CryptoError.operationFailed` when the system gave no random bytes.
    public init() throws(CryptoError) {
        try self.init(seed: SecureRandom.bytes(count: Ed25519.seedByteCount))
    }

    /// Takes a key from its seed of 32 bytes.
    ///
    /// - Throws: `CryptoError.invalidKeyLength`, or `.libraryUnavailable`, `.selfTestFailed`, `.operationFailed`
    ///   when the platform's implementation cannot be used.
    public init(seed: [UInt8]) throws(CryptoError) {
        try self.init(seed: seed, using: SystemPrimitives.ed25519Signing)
    }

    init(
        seed: [UInt8],
        using primitive: @autoclosure () -> Checked<any Ed25519Signing>
    ) throws(CryptoError) {
        guard seed.count == Ed25519.seedByteCount else {
            throw .invalidKeyLength(expected: Ed25519.seedByteCount, actual: seed.count)
        }
        signer = try primitive().get().signer(seed: seed)
        publicKey = try Ed25519PublicKey(rawRepresentation: signer.publicKey)
        self.seed = seed
    }

    /// A signature of 64 bytes for exactly these bytes.
    ///
    /// Do not rely on the same message giving the same signature: libcrypto is deterministic as RFC 8032 has it,
    /// Apple's implementation mixes random bytes into each signature. Both kinds verify everywhere.
    ///
    /// - Throws: `CryptoError.operationFailed` when the platform could not sign.
    public func signature(for message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try message.withBytes { (message) throws(CryptoError) in
            try signer.signature(for: message)
        }
    }
}
