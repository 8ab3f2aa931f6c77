import KeylightCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
    extension SystemClock {
        /// How long the machine has been suspended since it booted, in nanoseconds.
        ///
        /// One of Linux's two clocks runs on in suspend and the other does not; the machine has slept when the
        /// difference has grown. The two are read one after the other, so it is off by what passes between.
        static func suspendedNanoseconds() -> Int64 {
            Seconds.difference(nanoseconds(CLOCK_BOOTTIME), nanoseconds(CLOCK_MONOTONIC))
        }
    }
#endif
