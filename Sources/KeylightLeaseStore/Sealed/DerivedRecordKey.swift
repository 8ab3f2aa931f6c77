import KeylightCrypto

/// The key that HKDF-SHA-256 derives from the store's secret.
///
/// The secret itself is never used as a key, so that a later use of it can have a key of its own.
struct DerivedRecordKey: RecordKey {
    /// What the key is for. Part of the format of all schemas.
    private static let purpose = Array("keylight license record key 1".utf8)

    func cipher(secret: [UInt8]) throws(CryptoError) -> ChaChaPolyCipher {
        try ChaChaPolyCipher(
            key: HKDFSHA256.deriveKey(
                inputKeyMaterial: secret,
                salt: [],
                info: Self.purpose,
                outputByteCount: 32
            )
        )
    }
}
