public import KeylightCore

/// A store, and a second one for machines that do not have the first.
///
/// Only ``LeaseStoreError/notOffered(_:)`` leads to the second: no Keychain for an unsigned tool, no desktop with a
/// Secret Service. A first store that is locked or broken stays the one that counts, or a license would be "absent"
/// for as long as the user has not logged in. What was kept in the second moves to the first as soon as there is one;
/// it is removed from the second only when it was read back from the first.
///
/// ```swift
/// let store = FallbackLeaseStore(keychain, else: file) { logger.notice("license kept in a file: \($0)") }
/// ```
public struct FallbackLeaseStore: LeaseStore {
    private let first: any LeaseStore
    private let second: any LeaseStore
    private let report: @Sendable (String) -> Void
    private let hasReported = Locked(false)

    /// Makes a store of two.
    ///
    /// - Parameter report: told once, with the reason, when the second is used.
    public init(
        _ first: any LeaseStore,
        else second: any LeaseStore,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.first = first
        self.second = second
        self.report = report
    }

    /// Reads the first store; where it holds nothing, what the second holds.
    public func load() throws -> StoredRecord {
        try either { first in
            let found = try first.load()
            return found == .absent ? try second.load() : found
        } else: { second in
            try second.load()
        }
    }

    /// As ``load()``, changing nothing.
    public func peek() throws -> StoredRecord {
        try either { first in
            let found = try first.peek()
            return found == .absent ? try second.peek() : found
        } else: { second in
            try second.peek()
        }
    }

    /// Changes the record in the first store, beginning with what the second holds where the first is empty.
    @discardableResult
    public func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        try either { first in
            guard try first.load() == .absent, case .record(let older) = try second.load() else {
                return try first.update(change)
            }
            let written = try first.update { record in
                if record.isEmpty { record = older }
                change(&record)
            }
            if try first.load() == .record(written) { try? second.erase() }
            return written
        } else: { second in
            try second.update(change)
        }
    }

    /// Removes the record from both.
    public func erase() throws {
        try either {
            try $0.erase()
        } else: { _ in
        }
        try second.erase()
    }

    /// The place of the store that is used.
    public func place(preparing: Bool) -> String? {
        first.place(preparing: preparing) ?? (isFirstOffered ? nil : second.place(preparing: preparing))
    }

    /// The lock of whichever offers one.
    public func tryRefreshLock() -> RefreshLockOutcome {
        let outcome = first.tryRefreshLock()
        if case .notOffered = outcome { return second.tryRefreshLock() }
        return outcome
    }

    /// Watches whichever can be watched.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? {
        first.watch(changed) ?? second.watch(changed)
    }

    private var isFirstOffered: Bool {
        do {
            _ = try first.peek()
            return true
        } catch LeaseStoreError.notOffered {
            return false
        } catch {
            return true
        }
    }

    private func either<Value>(
        _ body: (any LeaseStore) throws -> Value,
        else other: (any LeaseStore) throws -> Value
    ) throws -> Value {
        do {
            return try body(first)
        } catch LeaseStoreError.notOffered(let reason) {
            let isNew = hasReported.withLock { known in
                defer { known = true }
                return !known
            }
            if isNew { report(reason) }
            return try other(second)
        }
    }
}
