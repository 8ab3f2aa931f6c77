import KeylightCore
package import KeylightLeaseStore

/// A store in memory with all that a shared one may offer: a place, a refresh lock, and word of changes.
///
/// Each `open()` is another process's view of it.
package final class SharedMemoryStore: Sendable {
    private struct State: Sendable {
        var place: String?
        var lockHolder: Int?
        var nextNumber = 0
        var watchers: [Int: @Sendable () -> Void] = [:]
    }

    /// The record itself.
    package let memory: InMemoryLeaseStore
    private let state: Locked<State>

    package init(_ memory: InMemoryLeaseStore, place: String? = "here") {
        self.memory = memory
        state = Locked(State(place: place))
    }

    /// How many watch it now.
    package var watcherCount: Int { state.withLock { $0.watchers.count } }

    /// Whether somebody holds the refresh lock.
    package var isLocked: Bool { state.withLock { $0.lockHolder != nil } }

    /// Another process's view; as one that hears of no changes unless `isWatchable`.
    package func open(isWatchable: Bool = true) -> any LeaseStore {
        View(shared: self, isWatchable: isWatchable)
    }

    private func number() -> Int {
        state.withLock {
            $0.nextNumber += 1
            return $0.nextNumber
        }
    }

    private struct View: LeaseStore {
        let shared: SharedMemoryStore
        let isWatchable: Bool

        func load() throws -> StoredRecord { shared.memory.load() }

        func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
            let before = shared.memory.writeCount
            let record = shared.memory.update(change)
            if shared.memory.writeCount != before { shared.tellWatchers() }
            return record
        }

        func erase() throws {
            shared.memory.erase()
            shared.tellWatchers()
        }

        func place(preparing: Bool) -> String? { shared.state.withLock { $0.place } }

        func tryRefreshLock() -> RefreshLockOutcome { shared.tryLock() }

        func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch? {
            isWatchable ? shared.watch(changed) : nil
        }
    }

    /// Tries to take the refresh lock, as a process does.
    package func tryLock() -> RefreshLockOutcome {
        let number = number()
        let isMine = state.withLock { state in
            guard state.lockHolder == nil else { return false }
            state.lockHolder = number
            return true
        }
        guard isMine else { return .heldElsewhere }
        return .acquired(
            RefreshLock { [self] in
                state.withLock { if $0.lockHolder == number { $0.lockHolder = nil } }
            }
        )
    }

    private func watch(_ changed: @escaping @Sendable () -> Void) -> StoreWatch {
        let number = number()
        state.withLock { $0.watchers[number] = changed }
        return StoreWatch { [weak self] in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
    }

    private func tellWatchers() {
        for changed in state.withLock({ Array($0.watchers.values) }) { changed() }
    }
}
