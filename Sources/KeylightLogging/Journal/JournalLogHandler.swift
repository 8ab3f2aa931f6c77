#if canImport(Glibc) || canImport(Musl)
    /// Sends events to the systemd journal, through its native socket.
    ///
    /// The fields are `MESSAGE` (the event's ``LicenseLogEvent/line``), `PRIORITY`, `SUBSYSTEM`, `CATEGORY`,
    /// `REQUEST_ID` when there is one, and `SYSLOG_IDENTIFIER`:
    ///
    /// ```sh
    /// journalctl SUBSYSTEM=dev.keylight CATEGORY=transport
    /// journalctl REQUEST_ID=a1b2c3d4
    /// ```
    ///
    /// The journal stamps entries by itself. An entry that is too big for a datagram goes as a sealed memory file, as
    /// the protocol wants; where that cannot be had, its texts are cut. When the journal takes nothing, the caller
    /// waits 100 ms once, and entries are lost, and counted, until it takes some again.
    public struct JournalLogHandler: LicenseLogHandler {
        /// Where the journal listens.
        public static let defaultSocketPath = "/run/systemd/journal/socket"

        private let socket: JournalSocket
        private let identifier: String

        /// Makes a handler, if there is a journal that listens.
        ///
        /// - Parameters:
        ///   - socketPath: Where the journal listens.
        ///   - identifier: The program's name in the journal; nil takes that of the executable.
        /// - Throws: ``JournalUnavailable`` when nobody listens there.
        public init(
            socketPath: String = JournalLogHandler.defaultSocketPath,
            identifier: String? = nil
        ) throws(JournalUnavailable) {
            self.init(
                socket: try JournalSocket(path: socketPath),
                identifier: identifier ?? Self.programName
            )
        }

        init(socket: JournalSocket, identifier: String) {
            self.socket = socket
            self.identifier = identifier
        }

        /// Sends one event.
        public func log(_ event: LicenseLogEvent) {
            socket.send(JournalEntry(event, identifier: identifier)) {
                JournalEntry(event, identifier: identifier, maximumMessageByteCount: 1_024)
            }
        }

        /// How many events the journal did not take.
        public var lostEventCount: Int {
            socket.lostCount
        }

        private static var programName: String {
            let path = CommandLine.arguments.first ?? ""
            let name = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
            return name.isEmpty ? "keylight" : name
        }
    }
#endif
