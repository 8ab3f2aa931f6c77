/// Why a store could not do what it was asked.
@nonexhaustive
public enum LeaseStoreError: Error, Sendable, Hashable {
    /// The record cannot be read or written now; the text names path, owner and hint where it can.
    case unavailable(String)
    /// A write failed; the old record is still there, whole.
    case writeFailed(String)
    /// The record was written by a newer version of the SDK and is left untouched.
    case newerSchema(Int)
}

extension LeaseStoreError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unavailable(let text): "the license record cannot be read: \(text)"
        case .writeFailed(let text): "the license record cannot be written: \(text)"
        case .newerSchema(let schema): "the license record has newer schema \(schema)"
        }
    }
}
