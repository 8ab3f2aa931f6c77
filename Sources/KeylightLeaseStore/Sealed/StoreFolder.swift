/// The names in a store's directory.
///
/// ```
/// license.sealed          the record
/// install.secret          32 random bytes from which the record's key is derived
/// store.lock              empty; locked during a transaction, never removed
/// refresh.lock            empty; locked by the process that asks the server, never removed
/// vault.stamp             16 random bytes, new with each change; only where a vault keeps the record
/// license.corrupt-<n>     records that could not be understood, the newest three
/// secret.corrupt-<n>      secrets that were no secrets, the newest three
/// store.tmp-<pid>-<random>  a write that is under way, or whose process died in it
/// ```
struct StoreFolder: Hashable, Sendable {
    let directory: String

    static let recordName = "license.sealed"

    let record: String
    let secret: String
    let lock: String
    let refreshLock: String

    init(directory: String) {
        self.directory = directory
        record = directory + "/" + Self.recordName
        secret = directory + "/install.secret"
        lock = directory + "/store.lock"
        refreshLock = directory + "/refresh.lock"
    }

    func path(_ name: String) -> String { directory + "/" + name }

    /// A name for a write under way, which no other writer uses.
    static func temporaryName(processID: Int32, random: [UInt8]) -> String {
        let number = random.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return "\(temporaryPrefix)\(processID)-\(String(number, radix: 16))"
    }

    /// Whether a name is that of a write under way.
    static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) }

    private static let temporaryPrefix = "store.tmp-"
}
