/// A license key in the one form in which it is sent, stored and hashed.
///
/// People paste keys with spaces, line ends, smart dashes and lower case. Parsing removes white space,
/// zero-width characters and a byte-order mark, maps every dash to `-` and turns ASCII letters to upper
/// case; whatever is then not `[A-Z0-9-]` is refused here, before any request.
///
/// ```swift
/// let key = try LicenseKey(parsing: " acme–test–0000–0001\r\n")   // ACME-TEST-0000-0001
/// ```
public struct LicenseKey: Sendable, Hashable {
    /// The normalised key. A secret: keep it out of logs.
    public let rawValue: String

    /// The longest key that is accepted, in characters of the normalised form.
    ///
    /// No known key comes near it; it keeps a pasted document from becoming a request.
    public static let maximumLength = 256

    /// Reads a key as a person typed or pasted it.
    ///
    /// - Parameters:
    ///   - text: what was typed.
    ///   - prefix: what every key of the product begins with, compared in normalised form; nil or empty means
    ///     any. No key begins with a prefix that holds a character which no key holds.
    /// - Throws: ``LicenseKeyError``, which says what is wrong without repeating the key.
    public init(parsing text: String, requiredPrefix prefix: String? = nil) throws(LicenseKeyError) {
        let normalised = try Self.normalise(text)
        guard normalised.utf8.contains(where: { $0 != UInt8(ascii: "-") }) else { throw .empty }
        if let prefix {
            // What is wrong with the prefix is not wrong with the key, so its own error is not passed on.
            guard let wanted = try? Self.normalise(prefix), normalised.hasPrefix(wanted) else {
                throw .wrongPrefix
            }
        }
        rawValue = normalised
    }

    private static func normalise(_ text: String) throws(LicenseKeyError) -> String {
        // A stored key is in this form, and is read at each launch.
        if text.utf8.count <= maximumLength, text.utf8.allSatisfy(isNormal) { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z": bytes.append(UInt8(truncatingIfNeeded: scalar.value - 32))
            case "A"..."Z", "0"..."9", "-": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            // Unicode's tables are asked last: most of a key holds nothing of this.
            case _ where scalar.properties.isWhitespace || isInvisible(scalar): continue
            default:
                guard isDash(scalar) else { throw .unexpectedCharacter(codePoint: scalar.value) }
                bytes.append(UInt8(ascii: "-"))
            }
            guard bytes.count <= maximumLength else { throw .tooLong(limit: maximumLength) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isNormal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Zero-width characters, direction marks and other format characters that come along when copying.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
    }

    /// Dashes of any kind, also the minus signs and the hyphen bullet that fonts and editors put in place.
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDash || scalar.properties.generalCategory == .dashPunctuation
            || scalar == "\u{2043}" || scalar == "\u{02D7}"
    }
}

extension LicenseKey: Secret {
    /// `ACME-…-0001(#3f2a)`: the outer groups of a key of four or more, else only the fingerprint.
    public var redactedDescription: String {
        let groups = rawValue.split(separator: "-")
        let fingerprint = "#" + Fingerprint.of(rawValue)
        guard groups.count >= 4, let first = groups.first, let last = groups.last,
            first.count <= 4, last.count <= 4
        else { return "key(\(fingerprint))" }
        return "\(first)-…-\(last)(\(fingerprint))"
    }
}

extension LicenseKey: Codable {
    /// Reads the value from one encoded value; throws when it is not one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(parsing: container.decode(String.self))
        } catch let error as LicenseKeyError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the value as one encoded value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
