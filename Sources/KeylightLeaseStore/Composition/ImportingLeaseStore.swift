public import KeylightCore

/// A store that takes over, once, what an older version of the app or another layout left.
///
/// The order is the point: the old license is written to the store, read back, and only then is `discard` called.
/// A crash or a full disk in between leaves the old one, and it is tried again at the next launch. Until it has been
/// written the app works with what was found.
///
/// ```swift
/// let store = ImportingLeaseStore(file) {
///     try OldPreferences.license()             // nil when there is none
/// } discard: {
///     OldPreferences.removeLicense()
/// }
/// ```
public struct ImportingLeaseStore: LeaseStore {
    private let base: any LeaseStore
    private let find: @Sendable () throws -> LicenseRecord?
    private let discard: @Sendable () -> Void

    /// Makes a store over another.
    ///
    /// - Parameters:
    ///   - base: where the record is kept from now on; what it holds always wins.
    ///   - find: reads what was left; nil when there is nothing. It is asked only while `base` holds nothing. When it
    ///     throws, the store is unavailable, and no trial starts meanwhile.
    ///   - discard: removes what was left; called when the record was read back from `base`. It may do nothing.
    public init(
        _ base: any LeaseStore,
        find: @escaping @Sendable () throws -> LicenseRecord?,
        discard: @escaping @Sendable () -> Void
    ) {
        self.base = base
        self.find = find
        self.discard = discard
    }

    /// Reads the record, and takes over the old one where there is none.
    public func load() throws -> StoredRecord {
        let found = try base.load()
        guard found == .absent, let old = try findOld() else { return found }
        // Not written is not lost: it is found again.
        guard let written = try? takeOver(old) else { return .record(old) }
        return .record(written)
    }

    /// Reads the record, or the old one where there is none, and changes nothing.
    public func peek() throws -> StoredRecord {
        let found = try base.peek()
        guard found == .absent, let old = try findOld() else { return found }
        return .record(old)
    }

    /// Changes the record, after taking over the old one where there is none.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        if try base.load() == .absent, let old = try findOld() { _ = try takeOver(old) }
        return try base.update(change)
    }

    /// Removes the record, and what was left.
    public func erase() throws {
        try base.erase()
        discard()
    }

    /// The place of the store beneath.
    public func place(preparing: Bool) -> String? { base.place(preparing: preparing) }

    /// The lock of the store beneath.
    public func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }

    /// Watches the store beneath.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { base.watch(changed) }

    private func findOld() throws -> LicenseRecord? {
        do {
            let old = try find()
            return old?.isEmpty == true ? nil : old
        } catch let error as LeaseStoreError {
            throw error
        } catch {
            throw LeaseStoreError.unavailable("what an older version left cannot be read: \(error)")
        }
    }

    private func takeOver(_ old: LicenseRecord) throws -> LicenseRecord {
        let written = try base.update { if $0.isEmpty { $0 = old } }
        if try base.load() == .record(written) { discard() }
        return written
    }
}
