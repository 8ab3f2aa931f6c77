public import KeylightCore

/// Keeps the one license record of a product on this machine.
///
/// Inject your own to keep it elsewhere. Its calls block and may be slow; the SDK makes them on an actor of
/// its own. "There is no record" and "the record cannot be read" are different answers: only the first
/// may start a trial.
public protocol LeaseStore: Sendable {
    /// Reads the record.
    ///
    /// - Returns: the record, nil where none was ever written, or what else was found in its place.
    /// - Throws: ``LeaseStoreError/unavailable(_:)`` when it cannot be read now (locked, no permission, I/O error).
    func load() throws -> StoredRecord

    /// Reads the record, lets `change` alter it and writes it, as one transaction among all processes.
    ///
    /// Where there is no record `change` is given an empty one; where a corrupt one was found, it is moved
    /// aside first. When `change` leaves the record as it was, nothing is written.
    ///
    /// - Returns: the record as it is now stored.
    /// - Throws: ``LeaseStoreError``; the old record is then still there, whole.
    @discardableResult
    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord

    /// Removes the record and whatever was kept beside it. Removing nothing is no error.
    func erase() throws
}
