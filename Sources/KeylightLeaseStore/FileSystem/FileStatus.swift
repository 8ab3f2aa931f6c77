/// What the system says of a file, as far as a store asks.
struct FileStatus: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink, other
    }

    var kind: Kind
    /// The permission bits alone, such as `0o600`.
    var permissions: UInt32
    var owner: UInt32
    /// Device and file number: the same pair is the same file, whatever its name.
    var device: UInt64
    var number: UInt64

    /// Whether both describe the same file.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && number == other.number
    }
}
