#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// A thread of its own for what blocks for weeks, which no thread of Swift's pool may do.
    enum WatchThread {
        private final class Body: Sendable {
            let run: @Sendable () -> Void

            init(_ run: @escaping @Sendable () -> Void) {
                self.run = run
            }
        }

        /// Runs a closure on a new thread, which ends with it.
        ///
        /// - Returns: false when the system gives no thread; then the closure is dropped.
        static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
            guard let thread = create(run) else { return false }
            pthread_detach(thread)
            return true
        }

        /// The same, for somebody who joins the thread.
        static func create(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
            let body = Unmanaged.passRetained(Body(run))
            // The app's signals are none of this thread's business; it inherits the mask.
            var everything = sigset_t()
            var before = sigset_t()
            sigfillset(&everything)
            pthread_sigmask(SIG_SETMASK, &everything, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            var thread = pthread_t()
            let status = pthread_create(
                &thread,
                nil,
                { argument in
                    guard let argument else { return nil }
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                    body.run()
                    return nil
                },
                body.toOpaque()
            )
            guard status == 0 else {
                body.release()
                return nil
            }
            return thread
        }
    }
#endif
