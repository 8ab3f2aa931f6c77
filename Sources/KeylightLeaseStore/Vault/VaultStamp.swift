import KeylightCrypto

/// Tells whether a vault's record was changed, without asking the vault: a small file beside the locks, with other
/// bytes after each change.
///
/// To read a Keychain takes long and may, in a program that was signed anew, ask the user; so it is read once in a
/// process, and again only when another process of ours has written. It has to outlast no power cut: what is kept in
/// memory does not, either.
struct VaultStamp: Sendable {
    /// What the file holds.
    enum Mark: Hashable, Sendable {
        /// Nothing has been written through this directory yet.
        case none
        case bytes([UInt8])
    }

    static let name = "vault.stamp"
    private static let byteCount = 16

    let folder: StoreFolder
    let fileSystem: FileSystem

    /// The mark as it is now; nil when it cannot be told, and nothing can be taken for unchanged.
    func read() -> Mark? {
        do throws(FileFailure) {
            let bytes = try fileSystem.read(folder.path(Self.name), limit: Self.byteCount + 1)
            return bytes.map(Mark.bytes) ?? Mark.none
        } catch {
            return nil
        }
    }

    /// Puts a new mark in place; only to be called while the store is locked.
    func renew() throws(FileFailure) {
        let path = folder.path(Self.name)
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try SecureRandom.bytes(count: Self.byteCount)
        } catch {
            throw FileFailure("write", path, .inputOutput, detail: "\(error)")
        }
        let temporary = folder.path(
            StoreFolder.temporaryName(processID: fileSystem.operations.processID, random: bytes)
        )
        try fileSystem.create(temporary, bytes, lasts: false)
        do throws(FileFailure) {
            try fileSystem.rename(temporary, to: path)
        } catch {
            fileSystem.discard(temporary)
            throw error
        }
    }
}
