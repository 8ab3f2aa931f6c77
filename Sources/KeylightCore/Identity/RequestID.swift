/// The name of one call to the server: 8 lowercase hexadecimal characters.
///
/// It is sent with the call, sent back by the server, printed on each log line of the call and kept in
/// every error and denial that comes from it, so that a support engineer can match both sides' logs.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    /// The 8 characters.
    public let rawValue: String

    /// Takes an id from a header or the store; nil unless it is 8 lowercase hexadecimal characters.
    public init?(_ rawValue: String) {
        guard rawValue.utf8.count == 8,
            rawValue.utf8.allSatisfy({
                $0.isHexadecimalDigit && !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0)
            })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Makes an id of 32 random bits.
    public init(randomBits: UInt32) {
        let digits = String(randomBits, radix: 16)
        rawValue = String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The 8 characters; an id is no secret.
    public var description: String { rawValue }
}

extension RequestID: Codable {
    /// Reads the value from one encoded value; throws when it is not one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = RequestID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a request id")
        }
        self = value
    }

    /// Writes the value as one encoded value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
