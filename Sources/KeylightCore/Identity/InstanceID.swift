/// The server's name for one activation on one machine; it holds a seat of the license.
///
/// The server makes it at activation. It is a secret: with the license key it can release the seat.
public struct InstanceID: Sendable, Hashable {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// Takes an identifier from the server or the store; nil when it is empty.
    public init?(_ rawValue: String) {
        guard !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }
}

extension InstanceID: Secret {
    /// `instance#3f2a`.
    public var redactedDescription: String { "instance#" + Fingerprint.of(rawValue) }
}

extension InstanceID: Codable {
    /// Reads the value from one encoded value; throws when it is not one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = InstanceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty instance id")
        }
        self = value
    }

    /// Writes the value as one encoded value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
