/// Why a text is not a license key; found locally, before any request.
@nonexhaustive
public enum LicenseKeyError: Error, Sendable, Hashable {
    /// Nothing but white space and dashes was given.
    case empty
    /// A character that no key holds, by its Unicode code point.
    case unexpectedCharacter(codePoint: UInt32)
    /// More characters than any key has.
    case tooLong(limit: Int)
    /// The key belongs to another product: it does not begin with the configured prefix.
    case wrongPrefix
}

extension LicenseKeyError: CustomStringConvertible {
    /// A sentence for people that does not repeat the key.
    public var description: String {
        switch self {
        case .empty: "No license key was entered."
        case .unexpectedCharacter(let codePoint):
            "A license key has only letters A to Z, digits and dashes; "
                + "found U+\(String(codePoint, radix: 16, uppercase: true))."
        case .tooLong(let limit): "A license key has at most \(limit) characters."
        case .wrongPrefix: "This license key belongs to another product."
        }
    }
}
