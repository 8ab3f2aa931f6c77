public import KeylightCore

/// A store that keeps the record in memory and forgets it with the process.
///
/// For tests, and for apps that must not touch the disk: such an app has to activate at every launch, and a
/// trial begins anew with it.
///
/// ```swift
/// let store = InMemoryLeaseStore()
/// try store.update { $0.trialStart = Timestamp(1_772_323_200) }
/// print(store.writeCount)   // 1
/// ```
public final class InMemoryLeaseStore: LeaseStore {
    private struct State {
        var record: LicenseRecord?
        var loadCount = 0
        var writeCount = 0
    }

    private let state: Locked<State>

    /// Makes a store that holds this record; nil means that none was ever written.
    public init(record: LicenseRecord? = nil) {
        state = Locked(State(record: record))
    }

    /// The record that is held now, without counting as a load; nil when there is none.
    public var record: LicenseRecord? { state.withLock { $0.record } }

    /// How often ``load()`` was called.
    public var loadCount: Int { state.withLock { $0.loadCount } }

    /// How often the record was written: updates that changed it, and erasures of one that was there.
    public var writeCount: Int { state.withLock { $0.writeCount } }

    /// Reads the record.
    public func load() -> StoredRecord {
        state.withLock { state in
            state.loadCount &+= 1
            return state.record.map(StoredRecord.record) ?? .absent
        }
    }

    /// Lets `change` alter the record and keeps the outcome.
    ///
    /// `change` runs under the store's lock: it must not call the store.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) -> LicenseRecord {
        state.withLock { state in
            let before = state.record ?? LicenseRecord()
            var after = before
            change(&after)
            if after != before {
                state.record = after
                state.writeCount &+= 1
            }
            return after
        }
    }

    /// Forgets the record.
    public func erase() {
        state.withLock { state in
            if state.record != nil { state.writeCount &+= 1 }
            state.record = nil
        }
    }
}
