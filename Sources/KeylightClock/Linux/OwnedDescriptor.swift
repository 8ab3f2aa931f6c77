#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// A file descriptor that is closed when the last user lets go.
    final class OwnedDescriptor: Sendable {
        let number: Int32

        /// Takes a descriptor over; nil for the -1 of a call that failed.
        init?(_ number: Int32) {
            guard number >= 0 else { return nil }
            self.number = number
        }

        deinit {
            _ = close(number)
        }
    }
#endif
