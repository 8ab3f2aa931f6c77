/// SHA-256 (FIPS 180-4).
///
/// ```swift
/// let name = try SHA256Hash.hexDigest(of: Array("abc".utf8))
/// // ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
/// ```
public enum SHA256Hash {
    /// The length of a digest, in bytes.
    public static let byteCount = 32

    /// The digest's 32 bytes.
    ///
    /// - Throws: `CryptoError.libraryUnavailable`, `.selfTestFailed` or `.operationFailed` when the platform's
    ///   implementation cannot be used.
    public static func digest(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try digest(of: message, using: SystemPrimitives.sha256)
    }

    static func digest(
        of message: [UInt8],
        using primitive: Checked<any SHA256Hashing>
    ) throws(CryptoError) -> [UInt8] {
        let primitive = try primitive.get()
        return try message.withBytes { (message) throws(CryptoError) in
            try primitive.digest(of: message)
        }
    }

    /// The digest as 64 lowercase hexadecimal digits.
    ///
    /// - Throws: as `digest(of:)`.
    public static func hexDigest(of message: [UInt8]) throws(CryptoError) -> String {
        Hexadecimal.encode(try digest(of: message))
    }
}
