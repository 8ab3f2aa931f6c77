#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard output, error and input, line by line.
struct Console: Sendable {
    /// Writes a line to standard output, at once.
    var write: @Sendable (String) -> Void
    /// Writes a line to standard error, at once.
    var writeError: @Sendable (String) -> Void
    /// Reads a line from standard input, without its end; nil at the end of the input.
    var readLine: @Sendable () -> String?
    /// Whether a person sits at the input.
    var inputIsTerminal: Bool

    /// Those of the process.
    static var process: Console {
        Console(
            write: { write($0, to: STDOUT_FILENO) },
            writeError: { write($0, to: STDERR_FILENO) },
            readLine: { Swift.readLine() },
            inputIsTerminal: isatty(STDIN_FILENO) == 1
        )
    }

    /// Past the C library's buffer, so that whoever waits for the line at the end of a pipe gets it.
    private static func write(_ line: String, to descriptor: Int32) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { LibC.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody listens any more; there is no better place to say so.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private enum LibC {
        static func write(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
            #if canImport(Darwin)
                Darwin.write(descriptor, start, count)
            #elseif canImport(Musl)
                Musl.write(descriptor, start, count)
            #else
                Glibc.write(descriptor, start, count)
            #endif
        }
    }
}
