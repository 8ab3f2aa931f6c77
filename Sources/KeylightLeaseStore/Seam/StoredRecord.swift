public import KeylightCore

/// What a store found where the record is kept.
public enum StoredRecord: Sendable, Hashable {
    /// Nothing was ever written there.
    case absent
    /// A record.
    case record(LicenseRecord)
    /// Something that could not be understood; it has been moved aside and is kept. The text says what was wrong.
    case corrupt(String)
    /// A record of a newer schema, left untouched.
    case newerSchema(Int)
}
