/// Why something cannot be signed.
@nonexhaustive
public enum TestSignerError: Error, Sendable, Hashable {
    /// A field holds a separator of the signed text, so that it could be read in two ways.
    case ambiguousFields
    /// Signed settings hold both a trial length and the free tier.
    case incompleteSettings
}

extension TestSignerError: CustomStringConvertible {
    /// A sentence that says what to do.
    public var description: String {
        switch self {
        case .ambiguousFields:
            "A field holds \"|\", or an entitlement is empty or holds \"|\" or \",\": no lease can be signed over it."
        case .incompleteSettings: "Settings can only be signed with both a trial length and the free tier."
        }
    }
}
