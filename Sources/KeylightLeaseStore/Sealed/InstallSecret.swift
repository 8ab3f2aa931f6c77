/// What the file with the store's secret holds.
enum InstallSecret: Hashable {
    /// How many random bytes it is made of.
    static let byteCount = 32

    case absent
    case bytes([UInt8])
    /// The file does not have the size of a secret.
    case damaged

    /// Reads the file.
    static func read(_ folder: StoreFolder, _ fileSystem: FileSystem) throws(FileFailure) -> InstallSecret {
        // Of the right size is all that a secret can be; anything else is looked at with care.
        if let bytes = fileSystem.glance(at: folder.secret, limit: byteCount + 1), bytes.count == byteCount {
            return .bytes(bytes)
        }
        guard let bytes = try fileSystem.read(folder.secret, limit: byteCount + 1) else { return .absent }
        return bytes.count == byteCount ? .bytes(bytes) : .damaged
    }
}
