/// The lock of the process that asks the server: `flock` on an empty file, which ends with the process.
enum RefreshLockFile {
    /// Tries to take it; never waits.
    ///
    /// Any trouble counts as "not offered": a lock that cannot be had must not keep anybody from asking.
    static func tryLock(_ folder: StoreFolder, _ fileSystem: FileSystem) -> RefreshLockOutcome {
        let operations = fileSystem.operations
        let path = folder.refreshLock
        guard let descriptor = try? operations.open(path, for: .locking) else { return .notOffered }
        do throws(FileFailure) {
            try fileSystem.requireRegularFile(descriptor, path, action: "lock")
            let isMine = try fileSystem.attempt("lock", path) { () throws(SystemErrorCode) in
                try operations.tryLock(descriptor)
            }
            guard isMine else {
                operations.close(descriptor)
                return .heldElsewhere
            }
        } catch {
            operations.close(descriptor)
            return .notOffered
        }
        return .acquired(
            RefreshLock {
                // Closing would do, were it not for a child that was forked in between and holds the file, too.
                operations.unlock(descriptor)
                operations.close(descriptor)
            }
        )
    }
}
