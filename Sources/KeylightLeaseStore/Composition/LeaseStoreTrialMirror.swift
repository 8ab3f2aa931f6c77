public import KeylightCore

/// Remembers the trial's start in a second store, of any kind.
///
/// Give it a store of another kind than the record's, such as the Keychain beside the sealed file: throwing one
/// away then begins no new trial. It touches nothing of that store but the trial's start.
///
/// ```swift
/// let mirror = LeaseStoreTrialMirror(KeychainLeaseStore(tenant: tenant, product: product))
/// ```
public struct LeaseStoreTrialMirror: TrialStartMirror {
    private let store: any LeaseStore

    /// Makes a mirror over a store; it should not be the one that keeps the record.
    public init(_ store: any LeaseStore) {
        self.store = store
    }

    /// The date that the store's record holds.
    ///
    /// - Returns: nil when there is no record, or none that can be understood.
    /// - Throws: ``LeaseStoreError`` when the store cannot be read now.
    public func loadTrialStart() throws -> Timestamp? {
        if case .record(let record) = try store.load() { record.trialStart } else { nil }
    }

    /// Writes the date, unless an earlier one is there.
    ///
    /// - Throws: ``LeaseStoreError`` when the store cannot be written now.
    public func saveTrialStart(_ start: Timestamp) throws {
        try store.update { record in
            record.trialStart = record.trialStart.map { min($0, start) } ?? start
        }
    }
}
