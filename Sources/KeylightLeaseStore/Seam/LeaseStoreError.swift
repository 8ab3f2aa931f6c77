/// Why a store could not do what it was asked.
@nonexhaustive
public enum LeaseStoreError: Error, Sendable, Hashable {
    /// The record cannot be read or written now; the text names path, owner and hint where it can.
    case unavailable(String)
    /// There is no such store on this machine, or not for this program; ``FallbackLeaseStore`` goes on with another.
    case notOffered(String)
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
        case .notOffered(let text): "there is no such store here: \(text)"
        case .writeFailed(let text): "the license record cannot be written: \(text)"
        case .newerSchema(let schema): "the license record has newer schema \(schema)"
        }
    }
}
