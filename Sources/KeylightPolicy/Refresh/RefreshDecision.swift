/// Whether to ask the server now.
public enum RefreshDecision: Sendable, Hashable {
    /// Ask.
    case send
    /// Do not, for this reason.
    case skip(RefreshSkipReason)
}

/// Why the server is not asked now.
@nonexhaustive
public enum RefreshSkipReason: Sendable, Hashable {
    /// There is no license key to ask about.
    case noLicenseKey
    /// The store cannot be read, so it is not known what to ask about.
    case storageUnavailable
    /// The record is another machine's copy; its seat is not used here.
    case movedDevice
    /// This process only reads.
    case readOnly
    /// Another process on the same store is asking; what it learns is seen here as well.
    case askedElsewhere
    /// The last request was made too short a time ago; seconds to wait.
    case debounced(seconds: Int64)
    /// The last success is recent and the lease is not near its end.
    case fresh
    /// The server asked for patience; seconds to wait.
    case notBefore(seconds: Int64)
}
