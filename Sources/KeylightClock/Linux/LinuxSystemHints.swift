#if canImport(Glibc) || canImport(Musl)
    /// Tells when the machine's wall clock was set, and when the machine woke up, on Linux.
    ///
    /// A clock that was set is told of at once: the kernel cancels a timer that waits on it. A wake-up is told of
    /// at once, too, where the kernel sets the wall clock then, and else within five minutes.
    ///
    /// All sources of a process share one thread, which waits in the kernel and exists only while somebody
    /// listens. On a system without such timers nothing is ever told, and the engine's own hops remain.
    public struct LinuxSystemHints: SystemHintSource {
        private let hub: ClockWatchHub

        private static let shared = ClockWatchHub(
            makeWatch: { TimerDescriptorWatch() },
            suspended: { SystemClock.suspendedNanoseconds() },
            startThread: { WatchThread.start($0) }
        )

        /// Makes a source; nothing starts before somebody listens.
        public init() {
            self.init(hub: Self.shared)
        }

        init(hub: ClockWatchHub) {
            self.hub = hub
        }

        /// Calls the handler, on a thread of the SDK, until the returned task is cancelled.
        public func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
            hub.listen(handler)
        }
    }
#endif
