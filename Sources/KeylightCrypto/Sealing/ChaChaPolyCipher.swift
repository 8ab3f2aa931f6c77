/// Seals and opens data with ChaCha20-Poly1305 (RFC 8439): secrecy and integrity in one step.
///
/// ```swift
/// let cipher = try ChaChaPolyCipher(key: SecureRandom.bytes(count: 32))
/// let box = try cipher.seal(record, authenticating: Array("file|1".utf8))
/// let opened = try cipher.open(box, authenticating: Array("file|1".utf8))
/// ```
///
/// Every box carries a new random nonce of 96 bits. With one key, seal no more than 2^32 boxes: above that the
/// chance of a repeated nonce passes 2^-32, the limit that NIST SP 800-38D sets for random nonces of this size.
public struct ChaChaPolyCipher: Sendable {
    private let key: [UInt8]
    private let primitive: any ChaChaPolySealing

    /// Takes a key of 32 bytes, from `HKDFSHA256` or `SecureRandom`, never from a password directly.
    ///
    /// - Throws: `CryptoError.invalidKeyLength`, or `.libraryUnavailable`, `.selfTestFailed`, `.operationFailed`
    ///   when the platform's implementation cannot be used.
    public init(key: [UInt8]) throws(CryptoError) {
        try self.init(key: key, using: SystemPrimitives.chaChaPoly)
    }

    init(
        key: [UInt8],
        using primitive: @autoclosure () -> Checked<any ChaChaPolySealing>
    ) throws(CryptoError) {
        guard key.count == ChaChaPolyFormat.keyByteCount else {
            throw .invalidKeyLength(expected: ChaChaPolyFormat.keyByteCount, actual: key.count)
        }
        self.primitive = try primitive().get()
        self.key = key
    }

    /// A box that only this key opens: 12 bytes of random nonce, the ciphertext, 16 bytes of tag.
    ///
    /// - Parameters:
    ///   - plaintext: What is to be sealed; may be empty.
    ///   - additionalData: Bytes that are not in the box but must be the same when it is opened, for example what
    ///     the box is for; may be empty.
    /// - Throws: `CryptoError.operationFailed` when the system gave no random bytes or could not seal.
    public func seal(
        _ plaintext: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try seal(
            plaintext,
            nonce: SecureRandom.bytes(count: ChaChaPolyFormat.nonceByteCount),
            authenticating: additionalData
        )
    }

    /// Seals with a given nonce, for published vectors only: a nonce used twice with one key gives both away.
    package func seal(
        _ plaintext: [UInt8],
        nonce: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let size = ChaChaPolyFormat.nonceByteCount
        guard nonce.count == size else {
            throw .invalidLength(input: "nonce", allowed: size...size, actual: nonce.count)
        }
        return try plaintext.withBytes { (plaintext) throws(CryptoError) in
            try additionalData.withBytes { (additionalData) throws(CryptoError) in
                try primitive.seal(plaintext, key: key, nonce: nonce, authenticating: additionalData)
            }
        }
    }

    /// The plaintext of a box.
    ///
    /// - Parameters:
    ///   - combined: Nonce, ciphertext and tag, as `seal` gave them.
    ///   - additionalData: The same bytes as when it was sealed.
    /// - Throws: `CryptoError.authenticationFailed` when a bit of the box or of the additional data differs, when
    ///   the box was sealed with another key, or when it is too short to be one; `.operationFailed` when the
    ///   platform gave no answer.
    public func open(
        _ combined: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard combined.count >= ChaChaPolyFormat.smallestBoxByteCount else {
            throw .authenticationFailed
        }
        return try combined.withBytes { (combined) throws(CryptoError) in
            try additionalData.withBytes { (additionalData) throws(CryptoError) in
                try primitive.open(combined, key: key, authenticating: additionalData)
            }
        }
    }
}
