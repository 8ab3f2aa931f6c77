package import KeylightCore
import KeylightLeaseStore

/// A mirror of the trial's start in memory, which can be made to fail.
package final class MirrorDouble: TrialStartMirror {
    private struct State: Sendable {
        var start: Timestamp?
        var isFailing = false
        var reads = 0
        var writes = 0
    }

    private let state = Locked(State())

    package init(_ start: Timestamp? = nil) {
        state.withLock { $0.start = start }
    }

    /// What it remembers.
    package var start: Timestamp? { state.withLock { $0.start } }
    /// How often it was read.
    package var reads: Int { state.withLock { $0.reads } }
    /// How often it was written.
    package var writes: Int { state.withLock { $0.writes } }

    /// Whether every call throws.
    package var isFailing: Bool {
        get { state.withLock { $0.isFailing } }
        set { state.withLock { $0.isFailing = newValue } }
    }

    package func loadTrialStart() throws -> Timestamp? {
        let (isFailing, start) = state.withLock { state in
            state.reads += 1
            return (state.isFailing, state.start)
        }
        if isFailing { throw LeaseStoreError.unavailable("locked") }
        return start
    }

    package func saveTrialStart(_ start: Timestamp) throws {
        let isFailing = state.withLock { state in
            if !state.isFailing {
                state.start = start
                state.writes += 1
            }
            return state.isFailing
        }
        if isFailing { throw LeaseStoreError.unavailable("locked") }
    }
}
