import KeylightLeaseStore

/// What became of a call to the service.
enum SecretServiceOutcome: Sendable, Hashable {
    /// It was done; with the text where one was asked for, else empty.
    case done(String)
    /// There is no such entry.
    case absent
    /// The keyring is locked, and the user is not asked.
    case locked(String)
    /// There is no library, no session bus, or no service.
    case noService(String)
    /// Anything else.
    case failed(String)
}

/// The three calls that a store is made of, so that each can be played by a fake.
protocol SecretServiceCalls: Sendable {
    func read(_ entry: VaultEntry) -> SecretServiceOutcome
    func write(_ text: String, to entry: VaultEntry) -> SecretServiceOutcome
    func remove(_ entry: VaultEntry) -> SecretServiceOutcome
}
