#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The end of the pipe that the signal handler writes to.
///
/// A handler may neither lock nor allocate, so this is a plain variable: it is set once, before the handler is.
private nonisolated(unsafe) var writeEnd: Int32 = -1

/// Turns SIGINT and SIGTERM into something that one can wait for.
struct TerminationSignal: Sendable {
    private let readEnd: Int32

    /// Why the signals cannot be caught.
    struct Unavailable: Error, CustomStringConvertible {
        var code: Int32
        var description: String { "the signals cannot be caught: error \(code) of the system" }
    }

    /// Begins to catch the signals. A second one of them, after the first, ends the process as ever.
    init() throws(Unavailable) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Unavailable(code: errno) }
        readEnd = ends[0]
        writeEnd = ends[1]
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                let code = errno
                var byte: UInt8 = 0
                _ = write(writeEnd, &byte, 1)
                signal(number, SIG_DFL)
                errno = code
            }
        }
    }

    /// Waits for a signal. It blocks a thread; a tool that serves has nothing else to do.
    @concurrent
    func wait() async {
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) < 0, errno == EINTR {}
    }
}
