public import KeylightCore
public import KeylightCrypto

/// The hash of a license key as the service documents it.
///
/// The SDK pins the hash of the first signed lease and only reports whether it equals this one: a server that
/// hashes in another way must not lock anybody out.
public enum LicenseKeyHash {
    /// Lowercase hexadecimal SHA-256 of the key without its dashes.
    ///
    /// - Throws: `CryptoError` when no hash can be made here.
    public static func documented(for key: LicenseKey) throws(CryptoError) -> String {
        try SHA256Hash.hexDigest(of: key.rawValue.utf8.filter { $0 != UInt8(ascii: "-") })
    }
}
