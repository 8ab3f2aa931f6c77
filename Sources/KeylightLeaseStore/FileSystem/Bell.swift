#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a waiting thread: a pipe, since its wait is by a clock that nobody can set. Dispatch's semaphores wait by
/// the wall clock on Linux, and for a day when that is set back by one.
struct Bell: Sendable {
    private let listener: Int32
    private let ringer: Int32

    init() throws(SystemErrorCode) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        listener = ends[0]
        ringer = ends[1]
    }

    /// Ends when it rings, when the time is over, and when a signal comes.
    func wait(milliseconds: Int32) {
        var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }

    /// Closing rings; there is nothing to write, so nobody who has stopped listening is written to.
    func ring() { close(ringer) }

    func stopListening() { close(listener) }
}
