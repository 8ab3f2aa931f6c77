/// What a platform must offer to verify Ed25519 signatures.
protocol Ed25519Verification: Sendable {
    /// Prepares a public key of 32 bytes; the caller has checked the count.
    func verifier(publicKey: [UInt8]) throws(CryptoError) -> any Ed25519Verifier
}

/// One prepared public key, used from any number of threads at once.
protocol Ed25519Verifier: Sendable {
    /// Whether the 64 bytes are a signature of the message; the caller has checked the count.
    func isValid(
        _ signature: UnsafeRawBufferPointer,
        for message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool
}
