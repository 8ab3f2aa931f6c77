public import KeylightLeaseStore

/// Where the license record is kept.
public enum KeylightStorage: Sendable {
    /// A sealed file; no Keychain is touched and nobody is prompted.
    ///
    /// The directory is absolute; nil means `Application Support` on Apple's systems and
    /// `$XDG_DATA_HOME/keylight/<tenant>/<product>` on Linux.
    case encryptedFile(directory: String? = nil)
    /// In memory only: gone when the process ends.
    case inMemory
    /// A store of your own.
    case custom(any LeaseStore)
}
