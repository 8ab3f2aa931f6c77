import KeylightLeaseStore

/// The desktop's Secret Service as a vault.
struct SecretServiceVault: RecordVault {
    let calls: any SecretServiceCalls

    func read(_ entry: VaultEntry) throws(LeaseStoreError) -> [UInt8]? {
        switch calls.read(entry) {
        case .done(let text): return Array(text.utf8)
        case .absent: return nil
        case .noService(let reason): throw .notOffered(reason)
        case .locked(let reason), .failed(let reason): throw .unavailable(reason)
        }
    }

    func write(_ bytes: [UInt8], to entry: VaultEntry) throws(LeaseStoreError) {
        // A damaged entry that is kept may be no text; what can be shown of it is kept.
        try settle(calls.write(String(decoding: bytes, as: UTF8.self), to: entry))
    }

    func remove(_ entry: VaultEntry) throws(LeaseStoreError) { try settle(calls.remove(entry)) }

    private func settle(_ outcome: SecretServiceOutcome) throws(LeaseStoreError) {
        switch outcome {
        case .done, .absent: return
        case .noService(let reason): throw .notOffered(reason)
        case .locked(let reason), .failed(let reason): throw .writeFailed(reason)
        }
    }
}
