extension Ed25519PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the public key and shows no secret.
    public var description: String {
        "Ed25519PrivateKey(seed: redacted, publicKey: \(Hexadecimal.encode(publicKey.rawRepresentation)))"
    }

    /// The same as `description`: a debugger's output is copied into bug reports.
    public var debugDescription: String {
        description
    }

    /// A mirror without the seed, so that `dump` and test frameworks do not print it.
    public var customMirror: Mirror {
        Mirror(self, children: ["publicKey": publicKey.rawRepresentation])
    }
}
