/// A place of the system's that keeps small secrets under names, such as the Keychain: what a ``VaultLeaseStore``
/// stands on.
///
/// No loops and no decisions here beyond what one entry needs; calls block.
package protocol RecordVault: Sendable {
    /// The entry's bytes; nil when there is no entry.
    func read(_ entry: VaultEntry) throws(LeaseStoreError) -> [UInt8]?
    /// Replaces the entry as a whole, or makes it. An entry that is there is never removed first.
    func write(_ bytes: [UInt8], to entry: VaultEntry) throws(LeaseStoreError)
    /// Removes the entry; that there is none is no error.
    func remove(_ entry: VaultEntry) throws(LeaseStoreError)
}

/// The entries that a store keeps in a vault.
package enum VaultEntry: String, Sendable, CaseIterable {
    /// The record.
    case record = "license"
    /// The last record that could not be understood.
    case corrupt = "license-corrupt"
}
