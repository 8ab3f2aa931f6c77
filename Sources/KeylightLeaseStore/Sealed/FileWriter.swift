import KeylightCrypto

/// Puts whole files in their place. Only to be used while the store is locked.
struct FileWriter {
    let folder: StoreFolder
    let fileSystem: FileSystem

    /// Replaces a file: readers see the old one or the new one, and never none.
    ///
    /// - Parameter isGood: what the new file is shown to, as it is read back, before the old one goes; nil when it is not
    ///   read.
    func replace(
        _ path: String,
        with bytes: [UInt8],
        isGood: (([UInt8]) -> Bool)?
    ) throws(FileFailure) {
        let temporary = try makeTemporary(bytes)
        do throws(FileFailure) {
            if let isGood {
                let found = try fileSystem.read(temporary, limit: bytes.count + 1) ?? []
                guard isGood(found) else {
                    throw FileFailure("write", path, .inputOutput, detail: "it reads back otherwise")
                }
            }
            try fileSystem.rename(temporary, to: path)
        } catch {
            fileSystem.discard(temporary)
            throw error
        }
        fileSystem.settle(folder.directory)
    }

    /// Makes the store's secret.
    ///
    /// - Returns: the secret that is in place now, which is another process's when that was faster.
    func makeSecret() throws(FileFailure) -> [UInt8] {
        let secret = try random(InstallSecret.byteCount)
        let temporary = try makeTemporary(secret)
        defer { fileSystem.discard(temporary) }
        do throws(FileFailure) {
            // Unlike a rename, a link never replaces. So even where locks do nothing, as on some network
            // volumes, all processes end up with the same secret.
            try fileSystem.link(temporary, to: folder.secret)
        } catch {
            if error.code == .exists { return try secretOfAnother() }
            guard Self.meansNoLinks(error.code) else { throw error }
            try fileSystem.rename(temporary, to: folder.secret)
        }
        fileSystem.settle(folder.directory)
        return secret
    }

    /// Removes what writers left that died. Whoever holds the lock is the only living one.
    func removeLeftovers() throws(FileFailure) {
        for name in try fileSystem.names(in: folder.directory) where StoreFolder.isTemporary(name) {
            try fileSystem.remove(folder.path(name))
        }
    }

    private func makeTemporary(_ bytes: [UInt8]) throws(FileFailure) -> String {
        let processID = fileSystem.operations.processID
        let path = folder.path(StoreFolder.temporaryName(processID: processID, random: try random(8)))
        try fileSystem.create(path, bytes)
        return path
    }

    private func secretOfAnother() throws(FileFailure) -> [UInt8] {
        guard case .bytes(let secret) = try InstallSecret.read(folder, fileSystem) else {
            throw FileFailure("create", folder.secret, .exists, detail: "and yet it cannot be read")
        }
        return secret
    }

    private func random(_ count: Int) throws(FileFailure) -> [UInt8] {
        do throws(CryptoError) {
            return try SecureRandom.bytes(count: count)
        } catch {
            throw FileFailure("write into", folder.directory, .inputOutput, detail: "\(error)")
        }
    }

    /// File systems without hard links, such as FAT, say so in one of these ways.
    private static func meansNoLinks(_ code: SystemErrorCode) -> Bool {
        [.notPermitted, .notSupported, .operationNotSupported, .notImplemented].contains(code)
    }
}
