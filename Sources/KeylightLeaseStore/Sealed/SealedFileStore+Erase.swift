import KeylightCore

extension SealedFileStore {
    /// Removes the record, whatever was moved aside, what a dead writer left, and the secret.
    ///
    /// Only the empty lock file stays, since another process may be waiting for it. A copy of the record that
    /// was made before cannot be opened afterwards. Where there is no directory, none is made. Also a record of
    /// a newer schema goes: this call is the user's wish.
    ///
    /// - Throws: ``LeaseStoreError/writeFailed(_:)``; some of the files may be gone then, the record first.
    public func erase() throws(LeaseStoreError) {
        do throws(FileFailure) {
            let lock: StoreLock
            do throws(FileFailure) {
                lock = try StoreLock(folder, fileSystem)
            } catch {
                if error.code == .notFound { return }
                throw error
            }
            defer { lock.release() }
            knownKey.withLock { $0 = nil }
            try fileSystem.remove(folder.record)
            try Quarantine(folder: folder, fileSystem: fileSystem).removeAll()
            try FileWriter(folder: folder, fileSystem: fileSystem).removeLeftovers()
            try fileSystem.remove(folder.secret)
            fileSystem.settle(folder.directory)
        } catch {
            throw .writeFailed(fileSystem.explain(error))
        }
    }
}
