#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// One lock around one value, for the modules above.
///
/// `Synchronization.Mutex` would do everywhere, but needs macOS 15, and the package's floor is macOS 14.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<State>
    #else
        private let lock: Mutex<State>

        /// Tells ThreadSanitizer what the mutex does: it cannot look into the standard library's code, and reported a
        /// race for each use of a `Mutex` on Linux. Costs a plain load and a plain store on x86-64.
        private let order = Atomic<Bool>(false)
    #endif

    package init(_ state: State) {
        #if canImport(os)
            lock = OSAllocatedUnfairLock(initialState: state)
        #else
            lock = Mutex(state)
        #endif
    }

    /// Runs `body` with the value and nobody else near it.
    package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        #if canImport(os)
            lock.withLockUnchecked(body)
        #else
            lock.withLock { state in
                _ = order.load(ordering: .acquiring)
                defer { order.store(true, ordering: .releasing) }
                return body(&state)
            }
        #endif
    }
}
