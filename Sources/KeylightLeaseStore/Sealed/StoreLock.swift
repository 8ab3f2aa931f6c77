/// The exclusive lock of a store, among threads and processes alike.
///
/// It is taken on an open file of its own for each transaction: `flock` belongs to the open file, so it keeps
/// two threads apart as well as two processes, and it ends with the process, however that ends.
struct StoreLock {
    private let descriptor: Int32
    private let fileSystem: FileSystem

    /// Waits for the lock, within limits.
    ///
    /// - Throws: with `notFound` when the store's directory does not exist, with `timedOut` when another process does
    ///   not give the lock back.
    init(_ folder: StoreFolder, _ fileSystem: FileSystem) throws(FileFailure) {
        self.fileSystem = fileSystem
        // Each further round means that the whole directory was replaced while we waited.
        for _ in 0..<8 {
            if let descriptor = try Self.lock(folder.lock, fileSystem) {
                self.descriptor = descriptor
                return
            }
        }
        throw FileFailure("lock", folder.lock, .stale, detail: "it is replaced again and again")
    }

    /// Gives the lock back.
    func release() {
        // Closing would do, were it not for a child that was forked in between and holds the file, too.
        fileSystem.operations.unlock(descriptor)
        fileSystem.operations.close(descriptor)
    }

    /// Locks the file at the path; nil when the path names another file by the time the lock is ours.
    private static func lock(_ path: String, _ fileSystem: FileSystem) throws(FileFailure) -> Int32? {
        let operations = fileSystem.operations
        let descriptor = try fileSystem.attempt("lock", path) { () throws(SystemErrorCode) in
            try operations.open(path, for: .locking)
        }
        do throws(FileFailure) {
            let mine = try fileSystem.requireRegularFile(descriptor, path, action: "lock")
            try fileSystem.attempt("lock", path) { () throws(SystemErrorCode) in
                try operations.lock(descriptor)
            }
            if let current = try? operations.status(at: path), current.isSameFile(as: mine) {
                return descriptor
            }
        } catch {
            operations.close(descriptor)
            throw error
        }
        operations.close(descriptor)
        return nil
    }
}
