public import KeylightCore
public import KeylightLeaseStore

/// A store that fails when a test wants it to, around one that works.
///
/// ```swift
/// let store = FailingStore(wrapping: InMemoryLeaseStore())
/// store.failLoads(with: .unavailable("the keychain is locked"))
/// // … the license is unknown, not absent …
/// store.recover()
/// ```
public final class FailingStore: LeaseStore {
    private let base: any LeaseStore
    private let state = Locked(State())

    private struct State: Sendable {
        var loadFailure = Failure()
        var updateFailure = Failure()
        var eraseFailure = Failure()
        var counts = Counts()

        mutating func counted(_ error: (any Error)?) -> (any Error)? {
            if error != nil { counts.failures += 1 }
            return error
        }
    }

    private struct Failure: Sendable {
        var error: (any Error)?
        /// How many more times; nil means until it is cleared.
        var remaining: Int?

        mutating func next() -> (any Error)? {
            guard let error else { return nil }
            guard let remaining else { return error }
            guard remaining > 0 else { return nil }
            self.remaining = remaining - 1
            return error
        }
    }

    /// How often the store was used; failed calls count.
    public struct Counts: Sendable, Hashable {
        /// Calls of `load`.
        public var loads = 0
        /// Calls of `update`.
        public var updates = 0
        /// Calls of `update` that changed the record and so had it written.
        public var writes = 0
        /// Calls of `erase`.
        public var erases = 0
        /// Calls of any kind that were made to fail.
        public var failures = 0

        /// Makes counts of zero.
        public init() {}
    }

    /// Makes a store that works as `base` does until it is told to fail.
    public init(wrapping base: any LeaseStore) {
        self.base = base
    }

    /// How often the store was used.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Makes loads fail.
    ///
    /// - Parameters:
    ///   - error: what they throw.
    ///   - times: how many; nil means all until ``recover()``.
    public func failLoads(with error: LeaseStoreError, times: Int? = nil) {
        failLoads(withAny: error, times: times)
    }

    /// Makes loads fail with an error that a store should not throw, but may.
    public func failLoads(withAny error: any Error, times: Int? = nil) {
        state.withLock { $0.loadFailure = Failure(error: error, remaining: times) }
    }

    /// Makes updates fail before anything is changed; see ``failLoads(with:times:)``.
    public func failUpdates(with error: LeaseStoreError, times: Int? = nil) {
        failUpdates(withAny: error, times: times)
    }

    /// Makes updates fail with an error that a store should not throw, but may.
    public func failUpdates(withAny error: any Error, times: Int? = nil) {
        state.withLock { $0.updateFailure = Failure(error: error, remaining: times) }
    }

    /// Makes erasing fail; see ``failLoads(with:times:)``.
    public func failErases(with error: LeaseStoreError, times: Int? = nil) {
        state.withLock { $0.eraseFailure = Failure(error: error, remaining: times) }
    }

    /// Lets all calls work again.
    public func recover() {
        state.withLock { state in
            state.loadFailure = Failure()
            state.updateFailure = Failure()
            state.eraseFailure = Failure()
        }
    }

    /// Reads the record, or fails as told.
    public func load() throws -> StoredRecord {
        let error = state.withLock { state -> (any Error)? in
            state.counts.loads += 1
            return state.counted(state.loadFailure.next())
        }
        if let error { throw error }
        return try base.load()
    }

    /// Changes the record, or fails as told before `change` is called.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        let error = state.withLock { state -> (any Error)? in
            state.counts.updates += 1
            return state.counted(state.updateFailure.next())
        }
        if let error { throw error }
        var isChanged = false
        let record = try base.update { record in
            let old = record
            change(&record)
            isChanged = record != old
        }
        if isChanged { state.withLock { $0.counts.writes += 1 } }
        return record
    }

    /// Removes the record, or fails as told.
    public func erase() throws {
        let error = state.withLock { state -> (any Error)? in
            state.counts.erases += 1
            return state.counted(state.eraseFailure.next())
        }
        if let error { throw error }
        try base.erase()
    }

    /// The place of the store within.
    public func place(preparing: Bool) -> String? { base.place(preparing: preparing) }

    /// Reads the record without changing anything, or fails as loads are told to.
    public func peek() throws -> StoredRecord {
        let error = state.withLock { state -> (any Error)? in
            state.counts.loads += 1
            return state.counted(state.loadFailure.next())
        }
        if let error { throw error }
        return try base.peek()
    }

    /// The lock of the store within.
    public func tryRefreshLock() -> RefreshLockOutcome { base.tryRefreshLock() }

    /// Watches the store within.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? { base.watch(changed) }
}
