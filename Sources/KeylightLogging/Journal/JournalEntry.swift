/// One entry in the systemd journal's native protocol.
///
/// A field is `NAME=value` and a line feed. A value with a line feed in it has another form: the name, a line feed,
/// the value's length as eight bytes with the lowest first, the value, a line feed. See
/// [the protocol's description](https://systemd.io/JOURNAL_NATIVE_PROTOCOL/).
struct JournalEntry: Sendable, Equatable {
    private(set) var bytes: [UInt8] = []

    /// Adds a field. The names are the library's own, so they are not checked.
    mutating func append(_ name: StaticString, _ value: [UInt8]) {
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes.append(contentsOf: $0) }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes.append(contentsOf: value)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds a field of text.
    mutating func append(_ name: StaticString, _ value: String) {
        append(name, Array(value.utf8))
    }
}

extension JournalEntry {
    /// The entry for an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - identifier: The program's name, which `journalctl -t` looks for.
    ///   - maximumMessageByteCount: Where each of the texts is cut; nil for nowhere.
    init(_ event: LicenseLogEvent, identifier: String, maximumMessageByteCount: Int? = nil) {
        func bytes(_ text: String) -> [UInt8] {
            LogText.prefix(of: text, maximumByteCount: maximumMessageByteCount ?? Int.max)
        }
        append("MESSAGE", bytes(event.line))
        append("PRIORITY", Self.priority(for: event.level))
        append("SUBSYSTEM", bytes(event.subsystem))
        append("CATEGORY", bytes(event.category))
        if let requestID = event.requestID, !requestID.isEmpty {
            append("REQUEST_ID", bytes(requestID))
        }
        append("SYSLOG_IDENTIFIER", bytes(identifier))
    }

    /// The syslog severity of a level (RFC 5424, table 2).
    private static func priority(for level: LicenseLogLevel) -> String {
        switch level {
        case .debug: "7"
        case .info: "6"
        case .notice: "5"
        case .error: "3"
        case .fault: "2"
        }
    }
}
