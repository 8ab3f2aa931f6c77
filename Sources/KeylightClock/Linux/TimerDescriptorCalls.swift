#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The calls for timers and events as file descriptors.
    ///
    /// Swift's module of the C library leaves their headers out. They are looked up in the process, where the C
    /// library has them; so no target in C is needed for three calls.
    struct TimerDescriptorCalls: Sendable {
        private typealias CreateTimer = @convention(c) (Int32, Int32) -> Int32
        private typealias SetTimer =
            @convention(c) (
                Int32, Int32, UnsafePointer<itimerspec>?, UnsafeMutablePointer<itimerspec>?
            ) -> Int32
        private typealias CreateEvent = @convention(c) (UInt32, Int32) -> Int32

        private let createTimer: CreateTimer
        private let setTimer: SetTimer
        private let createEvent: CreateEvent

        // From the kernel's interface, where they never change: linux/timerfd.h.
        private static let absoluteTime: Int32 = 1
        private static let cancelOnSet: Int32 = 2
        /// TFD_CLOEXEC and TFD_NONBLOCK, EFD_CLOEXEC and EFD_NONBLOCK are these two.
        private static let flags = O_CLOEXEC | O_NONBLOCK

        /// Looks the calls up; nil in a process that has none, such as one that is linked in full.
        init?() {
            guard let createTimer = dlsym(nil, "timerfd_create"),
                let setTimer = dlsym(nil, "timerfd_settime"),
                let createEvent = dlsym(nil, "eventfd")
            else { return nil }
            self.createTimer = unsafeBitCast(createTimer, to: CreateTimer.self)
            self.setTimer = unsafeBitCast(setTimer, to: SetTimer.self)
            self.createEvent = unsafeBitCast(createEvent, to: CreateEvent.self)
        }

        /// A counter that becomes readable when it is written to.
        func event() -> OwnedDescriptor? { OwnedDescriptor(createEvent(0, Self.flags)) }

        /// A timer on the wall clock that never rings, but is cancelled when the clock is set.
        func wallClockAlarm() -> OwnedDescriptor? {
            guard let timer = OwnedDescriptor(createTimer(CLOCK_REALTIME, Self.flags)), rearm(timer) else {
                return nil
            }
            return timer
        }

        /// Sets the timer of ``wallClockAlarm()`` again, after it was cancelled.
        ///
        /// - Returns: false when the kernel cannot do this.
        func rearm(_ timer: OwnedDescriptor) -> Bool {
            // In some hundreds of years; later than any clock is set to.
            let never = itimerspec(
                it_interval: timespec(),
                it_value: timespec(tv_sec: Int(Int64.max / 1_000_000_000), tv_nsec: 0)
            )
            // ECANCELED: the clock was set again meanwhile; the timer is set all the same.
            return withUnsafePointer(to: never) {
                setTimer(timer.number, Self.absoluteTime | Self.cancelOnSet, $0, nil) == 0
                    || errno == ECANCELED
            }
        }

        /// A timer that rings again and again, on the clock that runs in suspend: also right after it.
        func interval(seconds: Int) -> OwnedDescriptor? {
            guard let timer = OwnedDescriptor(createTimer(CLOCK_BOOTTIME, Self.flags)) else { return nil }
            let period = timespec(tv_sec: seconds, tv_nsec: 0)
            let times = itimerspec(it_interval: period, it_value: period)
            return withUnsafePointer(to: times) { setTimer(timer.number, 0, $0, nil) } == 0 ? timer : nil
        }
    }
#endif
