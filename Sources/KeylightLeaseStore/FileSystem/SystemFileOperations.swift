#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The calls as the system has them.
struct SystemFileOperations: FileOperations {
    /// How long a lock is waited for: a hundred times what a transaction takes on a slow disk. Without an end, a
    /// process that was stopped in the middle of a transaction would stop all the others.
    ///
    /// In tenths of a second.
    var lockPatience = 50

    func open(_ path: String, for purpose: OpenPurpose) throws(SystemErrorCode) -> Int32 {
        try check(openFile(path, purpose.flags, 0o600))
    }

    func close(_ descriptor: Int32) { _ = closeFile(descriptor) }

    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemErrorCode) -> Int
    {
        try check(readFile(descriptor, buffer.baseAddress, buffer.count))
    }

    func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer) throws(SystemErrorCode) -> Int {
        try check(writeFile(descriptor, buffer.baseAddress, buffer.count))
    }

    func synchronize(_ descriptor: Int32) throws(SystemErrorCode) {
        #if canImport(Darwin)
            // Here fsync leaves the bytes in the drive's own memory; where this one is refused (a network
            // volume), fsync is all there is.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try check(fsync(descriptor))
    }

    func synchronizeDirectory(_ path: String) throws(SystemErrorCode) {
        let descriptor = try check(openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
        defer { close(descriptor) }
        try synchronize(descriptor)
    }

    func rename(_ source: String, to target: String) throws(SystemErrorCode) {
        try check(renameFile(source, target))
    }

    func link(_ source: String, to target: String) throws(SystemErrorCode) {
        try check(linkFile(source, target))
    }

    func unlink(_ path: String) throws(SystemErrorCode) { try check(unlinkFile(path)) }

    func makeDirectory(_ path: String) throws(SystemErrorCode) { try check(mkdir(path, 0o700)) }

    func lock(_ descriptor: Int32) throws(SystemErrorCode) {
        if try tryLock(descriptor) { return }
        try LockWaiter.wait(for: descriptor, slices: lockPatience)
    }

    func tryLock(_ descriptor: Int32) throws(SystemErrorCode) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        if SystemErrorCode.last == .wouldBlock { return false }
        throw .last
    }

    func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

    var userID: UInt32 { geteuid() }
    var processID: Int32 { getpid() }

    /// Turns the system's "negative means look at errno" into an error.
    @discardableResult
    private func check<Number: SignedInteger>(_ outcome: Number) throws(SystemErrorCode) -> Number {
        guard outcome >= 0 else { throw .last }
        return outcome
    }
}

extension OpenPurpose {
    fileprivate var flags: Int32 {
        switch self {
        case .reading: O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        case .creatingExclusively: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        case .locking: O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        }
    }
}

// The system's functions under names that the methods above do not hide.

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
private func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
private func renameFile(_ source: String, _ target: String) -> Int32 { rename(source, target) }
private func linkFile(_ source: String, _ target: String) -> Int32 { link(source, target) }
private func unlinkFile(_ path: String) -> Int32 { unlink(path) }
