import KeylightCore
import KeylightLeaseStore

/// A store in memory at whose transactions and erasures a test can do something first.
final class HookedStore: LeaseStore {
    private let memory: InMemoryLeaseStore
    private let hook = Locked<(@Sendable () throws -> Void)?>(nil)
    private let failsAfterChange = Locked(false)

    init(_ memory: InMemoryLeaseStore = InMemoryLeaseStore()) { self.memory = memory }

    var record: LicenseRecord? { memory.record }

    /// Does this before the next update or erasure begins, once.
    func beforeNextWrite(_ action: @escaping @Sendable () throws -> Void) {
        hook.withLock { $0 = action }
    }

    /// Lets the next update call its closure and then fail, as a full disk does.
    func failNextWrite() { failsAfterChange.withLock { $0 = true } }

    func load() -> StoredRecord { memory.load() }

    func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        try runHook()
        let fails = failsAfterChange.withLock { fails in
            defer { fails = false }
            return fails
        }
        guard fails else { return memory.update(change) }
        var record = memory.record ?? LicenseRecord()
        change(&record)
        throw LeaseStoreError.writeFailed("No space left on device")
    }

    func erase() throws {
        try runHook()
        memory.erase()
    }

    private func runHook() throws {
        let action = hook.withLock { action in
            defer { action = nil }
            return action
        }
        try action?()
    }
}
