#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes whole lines to something that may take only a part, or nothing.
///
/// The system calls are handed in, so that every awkward answer can be tried.
struct LineWriter: Sendable {
    /// What one attempt to write gave.
    enum Outcome: Sendable {
        /// So many bytes were taken.
        case wrote(Int)
        /// The system refused, with this `errno`.
        case failed(Int32)
    }

    /// Makes one attempt to write.
    let write: @Sendable (UnsafeRawBufferPointer) -> Outcome

    /// Waits a short while until more can be written; false when that did not happen.
    let waitUntilWritable: @Sendable () -> Bool

    /// How many lines were not written, or not wholly.
    private(set) var lostCount = 0

    /// A part of a line was written and the rest was lost, so that the next line has to start with a line feed.
    private var isInsideLine = false

    /// The last wait was in vain. Nobody waits again before something was written: a reader who stands still must
    /// not hold up the app once per line.
    private var isStalled = false

    init(
        write: @escaping @Sendable (UnsafeRawBufferPointer) -> Outcome,
        waitUntilWritable: @escaping @Sendable () -> Bool
    ) {
        self.write = write
        self.waitUntilWritable = waitUntilWritable
    }

    /// Writes a line, which has to end with its line feed, in one call if the system lets it.
    mutating func writeLine(_ line: [UInt8]) {
        let bytes = isInsideLine ? [UInt8(ascii: "\n")] + line : line
        let written = bytes.withUnsafeBytes { writeAll($0) }
        if written == bytes.count {
            isInsideLine = false
            return
        }
        if written > 0 {
            // With the line feed alone the old line is closed, and nothing of the new one is there.
            isInsideLine = !(isInsideLine && written == 1)
        }
        if lostCount < Int.max {
            lostCount += 1
        }
    }

    /// Writes as much as it can, and returns how many bytes that were.
    private mutating func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int {
        var written = 0
        while written < bytes.count {
            switch write(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
            case .wrote(let count) where count > 0 && count <= bytes.count - written:
                written += count
                isStalled = false
            case .failed(EINTR):
                continue
            case .failed(EAGAIN), .failed(EWOULDBLOCK):
                guard !isStalled else { return written }
                guard waitUntilWritable() else {
                    isStalled = true
                    return written
                }
            case .wrote, .failed:
                // Zero bytes taken, or an answer that makes no sense, would be a loop without end.
                return written
            }
        }
        return written
    }
}
