/// The bytes of a lease's signature, kept out of logs.
public struct LeaseSignature: Sendable, Hashable, Codable {
    /// The raw bytes; 64 of them in a well-formed lease.
    public let bytes: [UInt8]

    /// Takes the raw bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension LeaseSignature: Secret {
    /// `signature#3f2a`.
    public var redactedDescription: String { "signature#" + Fingerprint.of(bytes) }
}
