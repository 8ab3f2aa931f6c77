/// A public key that Ed25519 signatures (RFC 8032, pure, no context) are verified with.
///
/// The system's key object is made once, so that a verification costs one call of the platform. The value can be
/// used from any number of threads at the same time.
///
/// ```swift
/// let key = try Ed25519PublicKey(rawRepresentation: trustedKeyBytes)
/// let isTrusted = try key.isValidSignature(signature, for: message)
/// ```
///
/// Verification is strict: a signature whose scalar is not reduced is refused, so no second valid signature can be
/// made from a first one.
public struct Ed25519PublicKey: Sendable {
    /// The key's 32 bytes, as RFC 8032 encodes a point.
    public let rawRepresentation: [UInt8]

    private let verifier: any Ed25519Verifier

    /// Takes a key from its 32 bytes.
    ///
    /// A key that is no point of the curve is accepted here and verifies nothing. Keys of small order are refused,
    /// because signatures that they accept can be made without any private key; among them are 32 zero bytes.
    ///
    /// - Throws: `CryptoError.invalidKeyLength`, `.weakPublicKey`, or `.libraryUnavailable`, `.selfTestFailed`,
    ///   `.operationFailed` when the platform's implementation cannot be used.
    public init(rawRepresentation: [UInt8]) throws(CryptoError) {
        try self.init(rawRepresentation: rawRepresentation, using: SystemPrimitives.ed25519Verification)
    }

    init(
        rawRepresentation: [UInt8],
        using primitive: @autoclosure () -> Checked<any Ed25519Verification>
    ) throws(CryptoError) {
        guard rawRepresentation.count == Ed25519.publicKeyByteCount else {
            throw .invalidKeyLength(expected: Ed25519.publicKeyByteCount, actual: rawRepresentation.count)
        }
        guard !SmallOrderPoint.isEncoded(by: rawRepresentation) else {
            throw .weakPublicKey
        }
        verifier = try primitive().get().verifier(publicKey: rawRepresentation)
        self.rawRepresentation = rawRepresentation
    }

    /// Whether `signature` was made for exactly these bytes with the private key that belongs to this key.
    ///
    /// A signature that is not 64 bytes long is `false`, not an error: it comes from outside, like any wrong one.
    ///
    /// - Throws: `CryptoError.operationFailed` when the platform gave no answer (out of memory, for example).
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) throws(CryptoError) -> Bool {
        try signature.withBytes { (signature) throws(CryptoError) in
            try message.withBytes { (message) throws(CryptoError) in
                try isValidSignature(signature, for: message)
            }
        }
    }

    /// The same question about bytes that stand elsewhere, without a copy.
    package func isValidSignature(
        _ signature: UnsafeRawBufferPointer,
        for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool {
        guard signature.count == Ed25519.signatureByteCount else {
            return false
        }
        return try verifier.isValid(signature, for: message)
    }
}

extension Ed25519PublicKey: Hashable {
    /// Two keys are equal when their bytes are.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawRepresentation == right.rawRepresentation
    }

    /// Feeds the key's bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawRepresentation)
    }
}

extension Ed25519PublicKey: CustomStringConvertible {
    /// The key's bytes in hexadecimal; a public key is no secret.
    public var description: String {
        "Ed25519PublicKey(\(Hexadecimal.encode(rawRepresentation)))"
    }
}
