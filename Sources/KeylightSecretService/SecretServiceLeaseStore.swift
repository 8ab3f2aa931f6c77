public import KeylightCore
public import KeylightLeaseStore

/// Keeps the record in the keyring of a Linux desktop, through the Secret Service; opt-in.
///
/// libsecret is loaded when the first call is made, so that a server needs nothing. Nobody is ever prompted: a keyring
/// that is locked is "unavailable", with the reason, and is tried again. Where there is no service at all the error is
/// `LeaseStoreError.notOffered`, and a `FallbackLeaseStore` goes on with its second store:
///
/// ```swift
/// let keyring = try SecretServiceLeaseStore(tenant: tenant, product: product, lockDirectory: directory)
/// let store = FallbackLeaseStore(keyring, else: file) { logger.notice("license kept in a file: \($0)") }
/// ```
public struct SecretServiceLeaseStore: LeaseStore {
    private let store: VaultLeaseStore

    init(calls: any SecretServiceCalls, lockDirectory: String) throws(StoreLocationError) {
        store = try VaultLeaseStore(vault: SecretServiceVault(calls: calls), lockDirectory: lockDirectory)
    }

    /// Reads the record.
    ///
    /// - Throws: `LeaseStoreError.unavailable` when the keyring is locked or the service fails,
    ///   `LeaseStoreError.notOffered` when there is no library, no session bus or no service.
    public func load() throws(LeaseStoreError) -> StoredRecord { try store.load() }

    /// Reads the record, lets `change` alter it and writes it, as one transaction among all processes.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws(LeaseStoreError) -> LicenseRecord {
        try store.update(change)
    }

    /// Removes the record, and the damaged one that was kept.
    public func erase() throws(LeaseStoreError) { try store.erase() }

    /// Tries to become the one process that asks the server.
    public func tryRefreshLock() -> RefreshLockOutcome { store.tryRefreshLock() }

    /// Watches for changes by other processes of the app.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { store.watch(changed) }
}
