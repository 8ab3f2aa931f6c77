/// Under which an install without a license reports itself: random, tied to nobody and nothing.
///
/// A UUID of version 4 in lowercase, as the service expects it. It is made only when the first report is
/// due, and then kept.
public struct AnonymousID: Sendable, Hashable {
    /// The id as sent.
    public let rawValue: String

    /// Takes an id over.
    ///
    /// - Returns: nil when the text is no lowercase UUID of version 4.
    public init?(_ rawValue: String) {
        let groups = rawValue.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({ $0.allSatisfy(Self.isLowercaseHexadecimal) }),
            groups[2].first == UInt8(ascii: "4"),
            let variant = groups[3].first, "89ab".utf8.contains(variant)
        else { return nil }
        self.rawValue = rawValue
    }

    /// Makes an id of 128 random bits, six of which give way to version and variant.
    public init(randomBits high: UInt64, _ low: UInt64) {
        let versioned = high & ~0xf000 | 0x4000
        let varied = low & ~(0b11 << 62) | 0b10 << 62
        let digits = Self.digits(of: versioned) + Self.digits(of: varied)
        var rest = digits[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        rawValue = groups.joined(separator: "-")
    }

    private static func digits(of bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
        byte.isHexadecimalDigit && !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte)
    }
}

extension AnonymousID: Secret {
    /// `install#` and a fingerprint.
    public var redactedDescription: String { "install#" + Fingerprint.of(rawValue) }
}

extension AnonymousID: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = AnonymousID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an anonymous id")
        }
        self = value
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
