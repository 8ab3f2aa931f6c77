/// What is wrong with one field of signed data.
@nonexhaustive
public enum FieldProblem: Sendable, Hashable {
    /// It is absent or null.
    case missing
    /// It is not of the needed type; a number with fraction or exponent is no integer.
    case wrongType(expected: String)
    /// Its type is right and its value is not; the text says why and does not repeat it.
    case invalid(String)
}

extension FieldProblem: CustomStringConvertible {
    /// A phrase for logs, to follow the field's name; it does not repeat the value.
    public var description: String {
        switch self {
        case .missing: "is missing"
        case .wrongType(let expected): "is not \(expected)"
        case .invalid(let text): text
        }
    }
}
