/// What is known of the store that the record came from.
public enum StorageFacts: Sendable, Hashable {
    /// The record, or its absence, was read.
    case readable
    /// It was damaged and has been moved aside; what is in memory started from nothing.
    case recordWasCorrupt
    /// It could not be read; the text says why.
    case unavailable(String)
    /// It was written by a newer version and is left untouched.
    case newerSchema(Int)

    /// Whether verdicts can be made and changes may be written.
    public var isReadable: Bool {
        switch self {
        case .readable, .recordWasCorrupt: true
        case .unavailable, .newerSchema: false
        }
    }
}
