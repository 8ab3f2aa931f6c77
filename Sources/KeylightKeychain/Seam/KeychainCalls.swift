/// The four calls of the Keychain that a store is made of, one to one, so that each can be played by a fake.
///
/// No decisions here: which call comes when, and what a status means, stands in ``KeychainVault`` and is tested
/// everywhere.
protocol KeychainCalls: Sendable {
    /// `SecItemCopyMatching`; the bytes are nil unless the status is success.
    func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, bytes: [UInt8]?)
    /// `SecItemUpdate`: replaces the bytes of the item that matches.
    func update(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus
    /// `SecItemAdd`.
    func add(_ query: KeychainQuery, bytes: [UInt8]) -> KeychainStatus
    /// `SecItemDelete`.
    func delete(_ query: KeychainQuery) -> KeychainStatus
}
