/// The lock of the process that asks the server: `flock` on an empty file, which ends with the process.
enum RefreshLockFile {
    /// Tries to take it; never waits.
    ///
    /// Any trouble counts as "not offered": a lock that cannot be had must not keep anybody from asking.
    static func tryLock(_ folder: StoreFolder, _ fileSystem: FileSystem) -> RefreshLockOutcome {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
            // The system ends an app that is suspended while it holds a lock on a file in a shared container, and a
            // request may outlast the time that the app is given. Nor is a lock needed there: what shares the store
            // with the app are extensions, which only read.
            return .notOffered
        #else
            return lock(folder.refreshLock, fileSystem)
        #endif
    }

    private static func lock(_ path: String, _ fileSystem: FileSystem) -> RefreshLockOutcome {
        let operations = fileSystem.operations
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
