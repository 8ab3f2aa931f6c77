public import KeylightCore
public import KeylightLeaseStore

/// Keeps the record in the Keychain of the device; opt-in, the default store touches no Keychain.
///
/// One generic password in the data-protection Keychain: readable after the first unlock, on this device only, not
/// synchronised. Nobody is ever prompted: what would need the user is "unavailable", and is tried again. It is read
/// off every caller's actor.
///
/// An unsigned tool has no Keychain; give it a second store:
///
/// ```swift
/// let keychain = try KeychainLeaseStore(tenant: tenant, product: product, lockDirectory: directory)
/// let store = FallbackLeaseStore(keychain, else: file) { logger.notice("license kept in a file: \($0)") }
/// ```
public struct KeychainLeaseStore: LeaseStore {
    private let store: VaultLeaseStore

    init(
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        accessGroup: String?,
        lockDirectory: String,
        calls: any KeychainCalls
    ) throws(StoreLocationError) {
        store = try VaultLeaseStore(
            vault: KeychainVault(
                service: "keylight.\(tenant).\(product)",
                accessGroup: accessGroup,
                calls: calls
            ),
            lockDirectory: lockDirectory
        )
    }

    /// Reads the record.
    ///
    /// - Throws: `LeaseStoreError.unavailable` before the first unlock and whenever the user would have to be
    ///   asked, `LeaseStoreError.notOffered` in a program that may not use the Keychain.
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
