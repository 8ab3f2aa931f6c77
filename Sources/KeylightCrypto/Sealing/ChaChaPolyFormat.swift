/// The sizes of RFC 8439, section 2.8, in bytes.
enum ChaChaPolyFormat {
    static let keyByteCount = 32
    static let nonceByteCount = 12
    static let tagByteCount = 16

    /// A box with an empty plaintext.
    static let smallestBoxByteCount = nonceByteCount + tagByteCount
}
