public import KeylightCrypto

/// Why product settings are not believed; what is refused is never stored.
@nonexhaustive
public enum SettingsRefusal: Error, Sendable, Equatable {
    /// A field cannot be used.
    case malformed(field: String, FieldProblem)
    /// They are not signed, and the app asks for signed ones.
    case unsigned
    /// They are signed by a key that this app does not trust.
    case unknownKeyID(String)
    /// The signature does not hold, or holds for another tenant or product.
    case badSignature
    /// They hold only from a later time on, and the skew does not explain it.
    case notYetValid
    /// They are past their end and the skew.
    case expired
    /// No signature can be checked here, since the cryptography library is missing or broken.
    case cryptographyUnavailable(CryptoError)
}

extension SettingsRefusal: CustomStringConvertible {
    /// A phrase for logs that does not repeat any value but a key id.
    public var description: String {
        switch self {
        case .malformed(let field, let problem): "the settings are malformed: \(field) \(problem)"
        case .unsigned: "the settings are not signed"
        case .unknownKeyID(let kid): "the settings are signed by unknown key \(kid.debugDescription)"
        case .badSignature: "the signature of the settings does not hold"
        case .notYetValid: "the settings are not valid yet"
        case .expired: "the settings have expired"
        case .cryptographyUnavailable(let error): "signatures cannot be checked: \(error)"
        }
    }
}
