import Foundation

/// The 32 bytes from which a server's signing key is made.
struct SigningSeed: Sendable, Hashable {
    static let byteCount = 32

    var bytes: [UInt8]

    /// Reads 64 hexadecimal digits, or Base64 of 32 bytes; nil for anything else.
    init?(_ text: String) {
        guard let bytes = Self.hexadecimal(text) ?? Data(base64Encoded: text).map({ Array($0) }),
            bytes.count == Self.byteCount
        else { return nil }
        self.bytes = bytes
    }

    /// Makes a new one with the system's random numbers.
    static func generated() -> SigningSeed {
        var generator = SystemRandomNumberGenerator()
        return SigningSeed(bytes: (0..<byteCount).map { _ in .random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { byte -> UInt8? in
            // A sign would be accepted as part of a number.
            guard byte != UInt8(ascii: "+"), byte != UInt8(ascii: "-") else { return nil }
            return UInt8(String(decoding: [byte], as: UTF8.self), radix: 16)
        }
        guard digits.count == text.utf8.count, digits.count == 2 * byteCount else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
