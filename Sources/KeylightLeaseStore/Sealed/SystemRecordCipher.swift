import KeylightCrypto

/// ChaCha20-Poly1305 under a key that HKDF-SHA-256 derives from the store's secret.
///
/// The secret itself is never used as a key, so that a later use of it can have a key of its own.
struct SystemRecordCipher: RecordCipher {
    /// What the key is for. Part of the format of schema 1.
    private static let keyPurpose = Array("keylight license record key 1".utf8)

    func seal(
        _ plaintext: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try cipher(secret).seal(plaintext, authenticating: additionalData)
    }

    func open(
        _ sealed: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try cipher(secret).open(sealed, authenticating: additionalData)
    }

    private func cipher(_ secret: [UInt8]) throws(CryptoError) -> ChaChaPolyCipher {
        try ChaChaPolyCipher(
            key: HKDFSHA256.deriveKey(
                inputKeyMaterial: secret,
                salt: [],
                info: Self.keyPurpose,
                outputByteCount: 32
            )
        )
    }
}
