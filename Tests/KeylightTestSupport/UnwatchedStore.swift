package import KeylightCore
package import KeylightLeaseStore

/// A store that tells of no changes: one on files calls from a thread of its own, and the bench's time is virtual.
package struct UnwatchedStore: LeaseStore {
    private let base: any LeaseStore

    package init(base: any LeaseStore) { self.base = base }

    package func load() throws -> StoredRecord { try base.load() }
    package func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        try base.update(change)
    }
    package func erase() throws { try base.erase() }
    package func place(preparing: Bool) -> String? { base.place(preparing: preparing) }
    package func peek() throws -> StoredRecord { try base.peek() }
    package func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }
}
