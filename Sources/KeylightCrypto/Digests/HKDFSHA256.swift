/// HKDF with SHA-256 (RFC 5869): keys for separate purposes from one secret.
///
/// It does not make a weak secret strong: the input has to be random already, a password is not.
///
/// ```swift
/// let key = try HKDFSHA256.deriveKey(
///     inputKeyMaterial: installSecret,
///     salt: [],
///     info: Array("records|1".utf8),
///     outputByteCount: 32
/// )
/// ```
public enum HKDFSHA256 {
    /// RFC 5869, section 2.3: at most 255 times the length of a digest, in bytes.
    private static let outputByteCounts = 1...(255 * SHA256Hash.byteCount)

    /// What every libcrypto 3 takes; longer texts fail there depending on its version.
    private static let infoByteCounts = 0...1024

    /// Derives a key.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: The secret; must not be empty, an empty one is a mistake and not a secret.
    ///   - salt: Random bytes that need not be secret; empty when there are none.
    ///   - info: What the key is for, at most 1024 bytes; another text gives an independent key.
    ///   - outputByteCount: How many bytes are wanted, 1 to 8160.
    /// - Throws: `CryptoError.invalidLength`, or `.libraryUnavailable`, `.selfTestFailed`, `.operationFailed` when
    ///   the platform's implementation cannot be used.
    public static func deriveKey(
        inputKeyMaterial: [UInt8],
        salt: [UInt8],
        info: [UInt8],
        outputByteCount: Int
    ) throws(CryptoError) -> [UInt8] {
        try deriveKey(
            inputKeyMaterial: inputKeyMaterial,
            salt: salt,
            info: info,
            outputByteCount: outputByteCount,
            using: SystemPrimitives.hkdf
        )
    }

    static func deriveKey(
        inputKeyMaterial: [UInt8],
        salt: [UInt8],
        info: [UInt8],
        outputByteCount: Int,
        using primitive: @autoclosure () -> Checked<any HKDFDeriving>
    ) throws(CryptoError) -> [UInt8] {
        guard !inputKeyMaterial.isEmpty else {
            throw .invalidLength(input: "input key material", allowed: 1...Int.max, actual: 0)
        }
        guard infoByteCounts.contains(info.count) else {
            throw .invalidLength(input: "info", allowed: infoByteCounts, actual: info.count)
        }
        guard outputByteCounts.contains(outputByteCount) else {
            throw .invalidLength(input: "output", allowed: outputByteCounts, actual: outputByteCount)
        }
        return try primitive().get().deriveKey(
            inputKeyMaterial: inputKeyMaterial,
            salt: salt,
            info: info,
            outputByteCount: outputByteCount
        )
    }
}
