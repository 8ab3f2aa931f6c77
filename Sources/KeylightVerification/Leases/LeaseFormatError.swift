/// Why something is no lease; its texts never repeat a value.
@nonexhaustive
public enum LeaseFormatError: Error, Sendable, Hashable {
    /// The text is not JSON, or not strict enough; the text says what is wrong at which byte.
    case invalidJSON(String)
    /// It is JSON, but no object.
    case notAnObject
    /// A field cannot be used.
    case field(String, FieldProblem)
}

extension LeaseFormatError: CustomStringConvertible {
    /// A phrase for logs that does not repeat any value.
    public var description: String {
        switch self {
        case .invalidJSON(let problem): "the lease is not JSON: \(problem)"
        case .notAnObject: "the lease is not an object"
        case .field(let name, let problem): "the lease's \(name) \(problem)"
        }
    }
}
