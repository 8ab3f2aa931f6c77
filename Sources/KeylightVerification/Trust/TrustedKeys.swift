package import KeylightCrypto

/// The public keys that this app believes, by their ids: the root of all trust in a lease.
///
/// They are compiled into the app and never come from the network. Several may be trusted at once, so that
/// the server can change its key while older versions of the app are in use.
///
/// ```swift
/// let keys = try TrustedKeys(base64Keys: ["k1": "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="])
/// ```
public struct TrustedKeys: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var kid: String
        var key: Ed25519PublicKey
    }

    /// The length of an Ed25519 public key (RFC 8032).
    private static let keyByteCount = 32

    /// Ordered by the bytes of the ids.
    private let entries: [Entry]

    /// Trusts nobody.
    public init() {
        entries = []
    }

    /// Takes keys of 32 bytes in Base64: standard or URL-safe, padded or not.
    ///
    /// - Throws: ``TrustedKeyError``, for the first bad key in the order of the ids.
    public init(base64Keys: [String: String]) throws(TrustedKeyError) {
        try self.init(pairs: base64Keys.map { (kid: $0.key, base64: $0.value) })
    }

    /// Takes keys as a list, in which a repeated id is found and refused; a dictionary would hide it.
    ///
    /// - Throws: ``TrustedKeyError``, for the first bad key in the order of the ids.
    public init(pairs: [(kid: String, base64: String)]) throws(TrustedKeyError) {
        try self.init(checking: pairs.map { ($0.kid, StrictBase64.decode($0.base64)) })
    }

    /// Takes keys as their 32 bytes.
    ///
    /// - Throws: ``TrustedKeyError``, for the first bad key in the order of the ids.
    public init(rawKeys: [String: [UInt8]]) throws(TrustedKeyError) {
        try self.init(checking: rawKeys.map { ($0.key, $0.value) })
    }

    /// - Parameters:
    ///   - pairs: ids and keys; nil for a key that is not Base64.
    ///   - makeKey: what prepares a key; a test puts a broken library in its place.
    init(
        checking pairs: [(kid: String, bytes: [UInt8]?)],
        makeKey: ([UInt8]) throws(CryptoError) -> Ed25519PublicKey = Ed25519PublicKey.init(rawRepresentation:)
    ) throws(TrustedKeyError) {
        var entries: [Entry] = []
        for (kid, bytes) in pairs.sorted(by: { $0.kid.utf8.lexicographicallyPrecedes($1.kid.utf8) }) {
            do throws(TrustedKeyError.Problem) {
                if let last = entries.last, last.kid.utf8.elementsEqual(kid.utf8) { throw .duplicateKeyID }
                entries.append(Entry(kid: try Self.checkedID(kid), key: try Self.checkedKey(bytes, makeKey)))
            } catch {
                throw TrustedKeyError(kid: kid, problem: error)
            }
        }
        self.entries = entries
    }

    private static func checkedID(_ kid: String) throws(TrustedKeyError.Problem) -> String {
        if kid.isEmpty { throw .emptyKeyID }
        if kid.utf8.contains(CanonicalPayload.separator) { throw .ambiguousKeyID }
        return kid
    }

    private static func checkedKey(
        _ bytes: [UInt8]?,
        _ makeKey: ([UInt8]) throws(CryptoError) -> Ed25519PublicKey
    ) throws(TrustedKeyError.Problem) -> Ed25519PublicKey {
        guard let bytes else { throw .notBase64 }
        guard bytes.count == keyByteCount else { throw .wrongLength(bytes: bytes.count) }
        do throws(CryptoError) {
            return try makeKey(bytes)
        } catch {
            throw error == .weakPublicKey ? .weakKey : .cryptographyUnavailable(error)
        }
    }

    /// The ids of the keys, ordered by their UTF-8 bytes.
    public var kids: [String] { entries.map(\.kid) }

    /// Whether no key is trusted at all, and so no lease can be.
    public var isEmpty: Bool { entries.isEmpty }

    /// The key of that id, compared byte by byte; nil when it is not trusted.
    package func key(for kid: String) -> Ed25519PublicKey? {
        entries.first { $0.kid.utf8.elementsEqual(kid.utf8) }?.key
    }
}
