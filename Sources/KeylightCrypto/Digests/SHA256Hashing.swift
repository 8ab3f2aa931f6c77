/// What a platform must offer to hash with SHA-256.
protocol SHA256Hashing: Sendable {
    /// The digest's 32 bytes.
    func digest(of message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8]
}
