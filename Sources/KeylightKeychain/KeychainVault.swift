import KeylightLeaseStore

/// The Keychain as a vault: which call comes when, and what its status means.
struct KeychainVault: RecordVault {
    let service: String
    let accessGroup: String?
    let calls: any KeychainCalls

    func read(_ entry: VaultEntry) throws(LeaseStoreError) -> [UInt8]? {
        let (status, bytes) = calls.copyMatching(query(entry))
        switch status {
        // An item without bytes was emptied by somebody; it is a damaged record and not an absent one.
        case .success: return bytes ?? []
        case .itemNotFound: return nil
        case .missingEntitlement: throw .notOffered("\(status)")
        default: throw .unavailable("\(status)")
        }
    }

    /// Update, else add; when another process was faster with adding, update again. Nothing is deleted first: a kill
    /// in between would lose the license.
    func write(_ bytes: [UInt8], to entry: VaultEntry) throws(LeaseStoreError) {
        var status = calls.update(query(entry), bytes: bytes)
        if status == .itemNotFound {
            status = calls.add(query(entry), bytes: bytes)
            if status == .duplicateItem { status = calls.update(query(entry), bytes: bytes) }
        }
        switch status {
        case .success: return
        case .missingEntitlement: throw .notOffered("\(status)")
        default: throw .writeFailed("\(status)")
        }
    }

    func remove(_ entry: VaultEntry) throws(LeaseStoreError) {
        let status = calls.delete(query(entry))
        switch status {
        case .success, .itemNotFound: return
        case .missingEntitlement: throw .notOffered("\(status)")
        default: throw .writeFailed("\(status)")
        }
    }

    private func query(_ entry: VaultEntry) -> KeychainQuery {
        KeychainQuery(service: service, entry: entry, accessGroup: accessGroup)
    }
}
