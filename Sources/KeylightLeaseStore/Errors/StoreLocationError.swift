/// Why a directory cannot be the place of a store.
@nonexhaustive
public enum StoreLocationError: Error, Sendable, Hashable {
    /// The path does not begin with `/`; it would name another place whenever the working directory changes.
    case notAbsolute(String)
    /// The path holds a NUL character, at which the system would cut it off.
    case containsNull
    /// The environment names no home directory and the user database knows none either.
    case noHomeDirectory
}

extension StoreLocationError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notAbsolute(let path): "the store's directory must be an absolute path, this is not: \(path)"
        case .containsNull: "the path of the store's directory holds a NUL character"
        case .noHomeDirectory: "no home directory is known: set HOME, or give the store a directory"
        }
    }
}
