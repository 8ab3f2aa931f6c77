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

    /// What tells this place from a copy of it: the same on each call, another one where the bytes were copied to.
    ///
    /// - Parameter preparing: whether to make now what the mark depends on, should it be missing.
    /// - Returns: nil when the store cannot tell; then the machine's id alone decides whether a record was moved.
    func place(preparing: Bool) -> String?

    /// Reads the record as ``load()`` does, and changes nothing at all: nothing is moved aside.
    func peek() throws -> StoredRecord

    /// Tries to become the one process that asks the server; never waits.
    func tryRefreshLock() -> RefreshLockOutcome

    /// Calls back whenever another process, or this one, has changed the record.
    ///
    /// - Returns: what keeps the watch going for as long as it is held; nil where changes cannot be noticed, or
    ///   not yet, since nothing was ever stored.
    func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch?
}

/// What a store need not offer.
extension LeaseStore {
    /// Cannot tell.
    public func place(preparing: Bool) -> String? { nil }

    /// Does as ``load()``.
    public func peek() throws -> StoredRecord { try load() }

    /// There is no lock: everybody may ask.
    public func tryRefreshLock() -> RefreshLockOutcome { .notOffered }

    /// Notices nothing.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { nil }
}
