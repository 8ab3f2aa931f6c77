#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// Waits in `poll` for a timer that the kernel cancels when the wall clock is set, and for one that rings at
    /// intervals which also count in suspend.
    final class TimerDescriptorWatch: ClockEventWaiting {
        private let wallClock: OwnedDescriptor
        private let interval: OwnedDescriptor
        private let stopping: OwnedDescriptor
        /// Reads from the wall clock's timer, sets it again, and says whether the clock was set.
        private let wasSet: @Sendable (OwnedDescriptor) -> Bool

        /// A kernel that does not cancel the timer on waking up is noticed by this; as often, the thread runs for
        /// microseconds.
        static let intervalLength = 300

        /// Makes the timers; nil when the system has none of these.
        convenience init?() {
            guard let calls = TimerDescriptorCalls(), let wallClock = calls.wallClockAlarm(),
                let interval = calls.interval(seconds: Self.intervalLength), let stopping = calls.event()
            else { return nil }
            self.init(wallClock: wallClock, interval: interval, stopping: stopping) { timer in
                let wasSet = Self.take(from: timer) == ECANCELED
                if wasSet { _ = calls.rearm(timer) }
                return wasSet
            }
        }

        /// Takes over descriptors that become readable: when the clock was set, at each interval, at the end.
        ///
        /// - Parameter wasSet: what a read from the first one means.
        init(
            wallClock: OwnedDescriptor,
            interval: OwnedDescriptor,
            stopping: OwnedDescriptor,
            wasSet: @escaping @Sendable (OwnedDescriptor) -> Bool
        ) {
            self.wallClock = wallClock
            self.interval = interval
            self.stopping = stopping
            self.wasSet = wasSet
        }

        func wait() -> ClockEvent {
            while true {
                var entries = [stopping, wallClock, interval].map {
                    pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
                }
                let count = poll(&entries, nfds_t(entries.count), -1)
                if count < 0 {
                    if errno == EINTR { continue }
                    return .stopped
                }
                if entries[0].revents != 0 { return .stopped }
                // Anything but "readable" will not go away by itself, and would turn this into a busy loop.
                if entries.contains(where: { $0.revents & ~Int16(POLLIN) != 0 }) { return .stopped }
                if entries[1].revents != 0, wasSet(wallClock) { return .wallClockSet }
                if entries[2].revents != 0 {
                    _ = Self.take(from: interval)
                    return .interval
                }
            }
        }

        func stop() {
            // It can fail only when the counter is full, and then it is readable, which is all that counts.
            _ = withUnsafeBytes(of: UInt64(1)) { write(stopping.number, $0.baseAddress, $0.count) }
        }

        /// Reads the eight bytes that a timer offers.
        ///
        /// - Returns: 0, or the error's number.
        private static func take(from descriptor: OwnedDescriptor) -> Int32 {
            var count: UInt64 = 0
            let length = withUnsafeMutableBytes(of: &count) {
                read(descriptor.number, $0.baseAddress, $0.count)
            }
            return length < 0 ? errno : 0
        }
    }
#endif
