#if os(Linux)
    /// What is the same for each request of a transport.
    struct CurlSettings: Sendable {
        /// curl's own time limit.
        var timeoutMilliseconds: Int
        /// A file of the authorities whose certificates are believed; nil for the system's own.
        var certificateAuthorities: String?
    }
#endif
