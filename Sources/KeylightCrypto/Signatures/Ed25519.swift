/// The sizes of RFC 8032, section 5.1.5 and 5.1.6, in bytes.
enum Ed25519 {
    static let publicKeyByteCount = 32
    static let seedByteCount = 32
    static let signatureByteCount = 64
}
