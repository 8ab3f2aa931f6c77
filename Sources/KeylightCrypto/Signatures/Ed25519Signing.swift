/// What a platform must offer to make Ed25519 signatures.
protocol Ed25519Signing: Sendable {
    /// Prepares a private key from its seed of 32 bytes; the caller has checked the count.
    func signer(seed: [UInt8]) throws(CryptoError) -> any Ed25519Signer
}

/// One prepared private key, used from any number of threads at once.
protocol Ed25519Signer: Sendable {
    /// The 32 bytes of the public key that belongs to it.
    var publicKey: [UInt8] { get }

    /// A signature of 64 bytes.
    func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8]
}
