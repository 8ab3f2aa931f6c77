import KeylightVerification

/// The public keys that a tenant publishes: for a developer who compiles them into an app.
///
/// An app never reads it, and trusts only what was compiled in: whoever can change a reply could otherwise sign
/// his own leases.
public struct PublishedKeySet: Sendable, Hashable {
    /// One key of the set.
    public struct Key: Sendable, Hashable {
        /// The key's id, as leases name it.
        public var kid: String
        /// The algorithm as it was written, or empty; only `ed25519` is of use.
        public var algorithm: String
        /// The public key in base64 as it was written.
        public var base64: String
        /// The 32 bytes of the key; nil when the key cannot be used.
        public var bytes: [UInt8]?

        /// Makes a key.
        public init(kid: String, algorithm: String = "ed25519", base64: String) {
            self.kid = kid
            self.algorithm = algorithm
            self.base64 = base64
            let bytes = algorithm.lowercased() == "ed25519" ? StrictBase64.decode(base64) : nil
            self.bytes = bytes?.count == 32 ? bytes : nil
        }
    }

    /// The id of the key that signs now; nil when the set does not say.
    public var primaryKeyID: String?
    /// The keys in the order of the set.
    public var keys: [Key]

    /// Makes a set.
    public init(primaryKeyID: String?, keys: [Key]) {
        self.primaryKeyID = primaryKeyID
        self.keys = keys
    }

    /// Reads the body of a reply; unknown fields never matter.
    ///
    /// - Returns: nil when it is no JSON object with a list of keys that have an id and a public key.
    init?(json bytes: [UInt8]) {
        guard let json = try? StrictJSONParser.parse(bytes), let list = json["keys"]?.arrayValue else {
            return nil
        }
        var keys: [Key] = []
        for entry in list {
            guard let kid = entry["kid"]?.stringValue, let base64 = entry["public_key"]?.stringValue else {
                return nil
            }
            keys.append(Key(kid: kid, algorithm: entry["alg"]?.stringValue ?? "", base64: base64))
        }
        self.init(primaryKeyID: json["primary_kid"]?.stringValue, keys: keys)
    }
}
