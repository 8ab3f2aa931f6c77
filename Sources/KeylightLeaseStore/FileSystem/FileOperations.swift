/// The calls to the system that a store is made of, one to one, so that each can be made to fail in a test.
///
/// No loops, no retries, no texts here: those stand in ``FileSystem``, and are tested with it.
protocol FileOperations: Sendable {
    func open(_ path: String, for purpose: OpenPurpose) throws(SystemErrorCode) -> Int32
    /// Closes; what close reports comes too late to matter, since all that counts was synchronised before.
    func close(_ descriptor: Int32)
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemErrorCode) -> Int
    func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer) throws(SystemErrorCode) -> Int
    /// Waits until the file's bytes are on the medium.
    func synchronize(_ descriptor: Int32) throws(SystemErrorCode)
    /// Waits until the names in a directory are on the medium.
    func synchronizeDirectory(_ path: String) throws(SystemErrorCode)
    func status(of descriptor: Int32) throws(SystemErrorCode) -> FileStatus
    /// The status of what stands at the path itself, be it a symbolic link.
    func status(at path: String) throws(SystemErrorCode) -> FileStatus
    func rename(_ source: String, to target: String) throws(SystemErrorCode)
    /// Gives a file a second name; fails when the name is taken.
    func link(_ source: String, to target: String) throws(SystemErrorCode)
    func unlink(_ path: String) throws(SystemErrorCode)
    /// Makes one directory that only the owner may enter.
    func makeDirectory(_ path: String) throws(SystemErrorCode)
    /// The names in a directory, without `.` and `..`, in no order.
    func names(in directory: String) throws(SystemErrorCode) -> [String]
    /// Waits for the exclusive lock on an open file, within limits; it ends with ``unlock(_:)`` or the last close.
    ///
    /// Fails with `timedOut` when another open file keeps holding it.
    func lock(_ descriptor: Int32) throws(SystemErrorCode)
    /// Takes the exclusive lock if it is free, without waiting; false when another open file holds it.
    func tryLock(_ descriptor: Int32) throws(SystemErrorCode) -> Bool
    func unlock(_ descriptor: Int32)
    /// The user as whom the process acts.
    var userID: UInt32 { get }
    var processID: Int32 { get }
}
