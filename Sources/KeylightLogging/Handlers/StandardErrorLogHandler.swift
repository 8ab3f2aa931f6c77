/// Writes events to standard error, a line each.
///
/// ```text
/// 2028-02-29T12:00:00Z error dev.keylight/transport: [a1b2c3d4] refresh failed status=503
/// ```
///
/// The time is there when the event has one. Each line goes out in one call to the system, and is cut at 4,096
/// bytes (`PIPE_BUF` on Linux), up to which a pipe keeps the lines of several processes apart.
///
/// Nothing that happens to the output harms the app: a reader who has gone, a closed descriptor or a full disk lose
/// lines, which ``lostLineCount`` counts, and raise no signal. A pipe whose reader is slow makes the caller wait, as
/// any write to standard error does, unless the descriptor does not block; then it waits 100 ms once, and loses lines
/// until the reader goes on.
public struct StandardErrorLogHandler: LicenseLogHandler {
    /// The longest line, its line feed included.
    static let maximumLineByteCount = 4_096

    private let writer: Locked<LineWriter>

    /// Makes a handler.
    ///
    /// - Parameter fileDescriptor: Where to write; 2, which POSIX gives standard error, unless told. It stays the caller's: the handler
    ///   neither closes it nor changes its flags.
    public init(fileDescriptor: Int32 = 2) {
        let output = FileDescriptorOutput(fileDescriptor: fileDescriptor)
        self.init(
            writer: LineWriter(
                write: { bytes in output.write(bytes) },
                waitUntilWritable: { output.waitUntilWritable() }
            )
        )
    }

    init(writer: LineWriter) {
        self.writer = Locked(writer)
    }

    /// Writes one event.
    public func log(_ event: LicenseLogEvent) {
        let lines = Self.lines(for: event)
        writer.withLock { writer in
            for line in lines {
                writer.writeLine(line)
            }
        }
    }

    /// How many lines could not be written, or not wholly.
    public var lostLineCount: Int {
        writer.withLock { $0.lostCount }
    }

    /// The bytes of each line, its line feed included.
    static func lines(for event: LicenseLogEvent) -> [[UInt8]] {
        var prefix = ""
        if let seconds = event.secondsSince1970 {
            prefix = "\(UTCTimestamp(secondsSince1970: seconds)) "
        }
        prefix += "\(event.level) \(LogText.name(event.subsystem))/\(LogText.name(event.category)): "
        return event.lines.map { line in
            var bytes = LogText.prefix(of: prefix + line, maximumByteCount: maximumLineByteCount - 1)
            bytes.append(UInt8(ascii: "\n"))
            return bytes
        }
    }
}
