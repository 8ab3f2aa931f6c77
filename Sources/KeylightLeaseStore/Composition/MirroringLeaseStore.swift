public import KeylightCore

/// A store, and a second one of another kind that keeps a copy of its record.
///
/// A record that was lost, deleted or damaged in the first store comes back from the second: the user goes on
/// where he was, offline and without looking for his key, and throwing a file away begins no new trial. While the
/// first store holds a record, that is the answer, and the mirror is not read at all.
///
/// ```swift
/// let keychain = try KeychainLeaseStore(tenant: tenant, product: product, lockDirectory: lockDirectory)
/// let store = MirroringLeaseStore(file, mirror: keychain) { logger.notice("\($0)") }
/// ```
///
/// Whoever wants the record gone calls ``erase()`` on this store: a file that was merely deleted comes back. What a
/// copy that is older than the record can and cannot do stands in `Docs/Storage.md`.
public struct MirroringLeaseStore: LeaseStore {
    let first: any LeaseStore
    let mirror: any LeaseStore
    let report: @Sendable (String) -> Void
    let standing = Locked(MirrorStanding())

    /// Makes a store of two.
    ///
    /// - Parameters:
    ///   - first: keeps the record; its transactions count.
    ///   - mirror: keeps a copy of it; not the same place. While it makes a transaction, the first one is peeked at.
    ///   - report: told that a record was restored, and what is wrong with the mirror: once for each kind of
    ///     trouble, until that works again. Nothing by default.
    public init(
        _ first: any LeaseStore,
        mirror: any LeaseStore,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.first = first
        self.mirror = mirror
        self.report = report
    }

    /// Reads the first store's record; where there is none, or a damaged one, restores it from the mirror.
    ///
    /// A record that cannot be written back is the answer all the same.
    ///
    /// - Throws: ``LeaseStoreError/unavailable(_:)`` also when the first store holds nothing and the mirror cannot be
    ///   read now: that is not "no license". What the first store throws when it cannot be read, unless the mirror
    ///   has a record.
    public func load() throws -> StoredRecord {
        let found = try look { try $0.load() }
        guard let lost = found.lost else { return found.answer }
        return .record(putBack(lost))
    }

    /// Finds what ``load()`` finds, and writes nothing to either store.
    public func peek() throws -> StoredRecord { try look { try $0.peek() }.answer }

    /// Changes the record in the first store, and copies it to the mirror when something of substance is new.
    ///
    /// Where the first store holds nothing, it begins with the mirror's record. What goes wrong with the copy is
    /// reported, stops nothing, and is made up for by the next update.
    ///
    /// - Throws: as the first store does; as ``load()`` does when the first store holds nothing.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        let asksMirror = standing.withLock { $0.isWorthAsking }
        var before = LicenseRecord()
        var isMissing = false
        var written = try first.update { record in
            before = record
            isMissing = asksMirror && record.isEmpty
            if !isMissing { change(&record) }
        }
        // Only now, since the mirror is not read inside the first store's transaction: the copy is made the other way
        // round, and two processes would wait for each other.
        if isMissing {
            let lost = try lostRecord()
            written = try first.update { record in
                if let lost, record.isEmpty { record = lost }
                before = record
                change(&record)
            }
            if lost == before { tellRestored() }
        }
        keepUp(from: before, to: written)
        return written
    }

    /// Removes the record from the mirror, then from the first store.
    ///
    /// - Throws: the error of either; after one of the mirror's the first store is as it was. A mirror that is not
    ///   offered on this machine is no error.
    public func erase() throws {
        let number = standing.withLock { $0.expectCopy() }
        // In this order, since a record that is left in the mirror alone would come back; and once more, since
        // another process may have copied it there in between.
        try eraseMirror()
        try first.erase()
        try eraseMirror()
        standing.withLock { $0.finishErasing(number) }
    }

    /// The place of the first store.
    public func place(preparing: Bool) -> String? { first.place(preparing: preparing) }

    /// The lock of the first store.
    public func tryRefreshLock() -> RefreshLockOutcome { first.tryRefreshLock() }

    /// Watches the first store.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { first.watch(changed) }

    private func eraseMirror() throws {
        do {
            try mirror.erase()
        } catch LeaseStoreError.notOffered {
        }
    }
}
