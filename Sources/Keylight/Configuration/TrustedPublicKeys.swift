/// The vendor's public keys as written in code: base64 of 32 bytes, by key id.
///
/// Ship the next key beside the present one, and a rotation at the server needs no update of the app.
///
/// ```swift
/// let keys: TrustedPublicKeys = ["k1": "8QkyJGwa…", "k2": "PuKopyg8…"]
/// ```
public struct TrustedPublicKeys: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One key.
    public struct Entry: Sendable, Hashable {
        /// The key id, as leases name it.
        public var kid: String
        /// Base64 of the 32 raw bytes.
        public var base64: String

        /// Makes a key.
        public init(kid: String, base64: String) {
            self.kid = kid
            self.base64 = base64
        }
    }

    /// The keys in the order in which they were written; one id twice is found when they are used.
    public var entries: [Entry]

    /// Takes a list of keys.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Takes keys written as a dictionary literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        entries = elements.map { Entry(kid: $0.0, base64: $0.1) }
    }
}
