import Dispatch
package import KeylightCore
package import KeylightLeaseStore

/// A store whose calls do not return until they are let go, such as while a stopped process holds the lock.
package final class HangingStore: LeaseStore {
    /// Which calls hang.
    package enum Call: Sendable { case load, update }

    private struct State: Sendable {
        var hanging: Call?
        var isHanging = false
    }

    private let base: InMemoryLeaseStore
    private let state = Locked(State())
    private let gate = DispatchSemaphore(value: 0)
    private let entered = AsyncStream<Void>.makeStream()

    package init(_ base: InMemoryLeaseStore) { self.base = base }

    /// Whether a call hangs now.
    package var isHanging: Bool { state.withLock { $0.isHanging } }

    /// Makes the next call of this kind hang.
    package func hang(on call: Call) { state.withLock { $0.hanging = call } }

    /// Lets the call that hangs return, and all others.
    package func letGo() {
        state.withLock { $0.hanging = nil }
        gate.signal()
    }

    /// Waits until a call hangs.
    package func waitUntilHanging() async { for await _ in entered.stream { return } }

    package func load() throws -> StoredRecord {
        enter(.load)
        return base.load()
    }

    package func update(_ change: (inout LicenseRecord) -> Void) throws -> LicenseRecord {
        enter(.update)
        return base.update(change)
    }

    package func erase() throws { base.erase() }

    private func enter(_ call: Call) {
        let hangs = state.withLock { state in
            guard state.hanging == call else { return false }
            state.isHanging = true
            return true
        }
        guard hangs else { return }
        entered.continuation.yield(())
        gate.wait()
        state.withLock { $0.isHanging = false }
    }
}
