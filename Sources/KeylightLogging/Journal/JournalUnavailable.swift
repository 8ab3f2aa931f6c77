#if canImport(Glibc) || canImport(Musl)
    /// Why the systemd journal cannot be used.
    public struct JournalUnavailable: Error, Sendable, Equatable, CustomStringConvertible {
        /// The socket that was tried.
        public let socketPath: String

        /// The system's error number, such as `ENOENT` where there is no journal.
        public let errorNumber: Int32

        /// What went wrong, for a human.
        public var description: String {
            "no journal at \(LogText.value(socketPath)) (errno \(errorNumber))"
        }
    }
#endif
