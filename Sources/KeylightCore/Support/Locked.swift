#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// One lock around one value, for all modules that stand on this one.
///
/// `Synchronization.Mutex` asks for macOS 15 and the package's floor is macOS 14, hence the two back ends.
/// Decide inside the closure and act after it: no signature, no waiting and no foreign closure under the
/// lock.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(os)
        private let storage: OSAllocatedUnfairLock<State>

        package init(_ state: State) {
            storage = OSAllocatedUnfairLock(uncheckedState: state)
        }

        package func withLock<Value: Sendable, Failure: Error>(
            _ body: (inout State) throws(Failure) -> Value
        ) throws(Failure) -> Value {
            // The system's lock knows no typed errors, so the error travels as a value.
            let outcome: Result<Value, Failure> = storage.withLockUnchecked { state in
                do throws(Failure) {
                    return .success(try body(&state))
                } catch {
                    return .failure(error)
                }
            }
            return try outcome.get()
        }
    #else
        private let storage: Mutex<State>

        /// Tells ThreadSanitizer what the mutex does: it cannot look into the standard library's code and
        /// would report a race for each use of a `Mutex` on Linux.
        private let order = Atomic<Bool>(false)

        package init(_ state: State) {
            storage = Mutex(state)
        }

        package func withLock<Value: Sendable, Failure: Error>(
            _ body: (inout State) throws(Failure) -> Value
        ) throws(Failure) -> Value {
            try storage.withLock { (state) throws(Failure) in
                _ = order.load(ordering: .acquiring)
                defer { order.store(true, ordering: .releasing) }
                return try body(&state)
            }
        }
    #endif
}
