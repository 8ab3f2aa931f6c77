/// What a platform must offer to seal with ChaCha20-Poly1305 (RFC 8439).
///
/// A box is nonce, ciphertext and tag in one piece. The caller has checked the sizes of key, nonce and box.
protocol ChaChaPolySealing: Sendable {
    func seal(
        _ plaintext: UnsafeRawBufferPointer,
        key: [UInt8],
        nonce: [UInt8],
        authenticating additionalData: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8]

    /// The plaintext, or `CryptoError.authenticationFailed`; nothing of an altered box comes out.
    func open(
        _ box: UnsafeRawBufferPointer,
        key: [UInt8],
        authenticating additionalData: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8]
}
