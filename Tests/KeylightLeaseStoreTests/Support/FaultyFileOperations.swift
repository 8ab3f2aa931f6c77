import KeylightCore

@testable import KeylightLeaseStore

/// The system's calls, some of which fail as a script wants; counts them, and the files left open.
///
/// Does not wait for the medium: nothing here cuts the power, and tests of thousands of writes
/// would wait for minutes.
struct FaultyFileOperations: FileOperations {
    /// One call: the how-manieth of all, counted from 1, its name and its path (empty for a call on a descriptor).
    struct Call: Hashable {
        var index: Int
        var name: String
        var path: String
    }

    private struct State {
        var calls: [Call] = []
        var openFiles = 0
    }

    /// What the calls that are let through are made with.
    var system = SystemFileOperations()
    private let state = Locked(State())
    private let fault: @Sendable (Call) -> SystemErrorCode?
    /// The most that one read or write moves, in bytes; nil for all.
    var chunk: Int?
    /// Whether bytes are said to be written that are not.
    var forgets = false
    /// Says that another user owns everything.
    var owner: UInt32?
    var userID: UInt32 = 1_000
    var processID: Int32 { system.processID }

    /// Takes the script: nil lets a call through.
    init(_ fault: @escaping @Sendable (Call) -> SystemErrorCode? = { _ in nil }) {
        self.fault = fault
    }

    /// Fails the call of this number, and all after it where `forGood`, as if the process had been killed.
    init(failing number: Int, with code: SystemErrorCode, forGood: Bool = false) {
        self.init { call in
            call.index == number || (forGood && call.index > number) ? code : nil
        }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var openFiles: Int { state.withLock { $0.openFiles } }

    private func count(_ name: String, _ path: String = "") throws(SystemErrorCode) {
        let call = state.withLock { state in
            let call = Call(index: state.calls.count + 1, name: name, path: path)
            state.calls.append(call)
            return call
        }
        if let code = fault(call) { throw code }
    }

    private func owned(_ status: FileStatus) -> FileStatus {
        var status = status
        if let owner { status.owner = owner }
        return status
    }

    func open(_ path: String, for purpose: OpenPurpose) throws(SystemErrorCode) -> Int32 {
        try count("open", path)
        let descriptor = try system.open(path, for: purpose)
        state.withLock { $0.openFiles += 1 }
        return descriptor
    }

    func close(_ descriptor: Int32) {
        state.withLock { $0.openFiles -= 1 }
        system.close(descriptor)
    }

    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemErrorCode) -> Int
    {
        try count("read")
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(chunk ?? buffer.count))
        return try system.read(descriptor, into: part)
    }

    func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer) throws(SystemErrorCode) -> Int {
        try count("write")
        if forgets { return buffer.count }
        let part = UnsafeRawBufferPointer(rebasing: buffer.prefix(chunk ?? buffer.count))
        return try system.write(descriptor, from: part)
    }

    func synchronize(_ descriptor: Int32) throws(SystemErrorCode) {
        try count("synchronize")
    }

    func synchronizeDirectory(_ path: String) throws(SystemErrorCode) {
        try count("synchronizeDirectory", path)
    }

    func status(of descriptor: Int32) throws(SystemErrorCode) -> FileStatus {
        try count("statusOf")
        return owned(try system.status(of: descriptor))
    }

    func status(at path: String) throws(SystemErrorCode) -> FileStatus {
        try count("statusAt", path)
        return owned(try system.status(at: path))
    }

    func rename(_ source: String, to target: String) throws(SystemErrorCode) {
        try count("rename", target)
        try system.rename(source, to: target)
    }

    func link(_ source: String, to target: String) throws(SystemErrorCode) {
        try count("link", target)
        try system.link(source, to: target)
    }

    func unlink(_ path: String) throws(SystemErrorCode) {
        try count("unlink", path)
        try system.unlink(path)
    }

    func makeDirectory(_ path: String) throws(SystemErrorCode) {
        try count("makeDirectory", path)
        try system.makeDirectory(path)
    }

    func names(in directory: String) throws(SystemErrorCode) -> [String] {
        try count("names", directory)
        return try system.names(in: directory)
    }

    func lock(_ descriptor: Int32) throws(SystemErrorCode) {
        try count("lock")
        try system.lock(descriptor)
    }

    func tryLock(_ descriptor: Int32) throws(SystemErrorCode) -> Bool {
        try count("tryLock")
        return try system.tryLock(descriptor)
    }

    func unlock(_ descriptor: Int32) { system.unlock(descriptor) }
}
