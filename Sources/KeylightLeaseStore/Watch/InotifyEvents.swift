/// Reads what inotify writes: for each event 16 bytes, of which the last four are the length of the name that
/// follows, padded with zeros.
enum InotifyEvents {
    private static let headCount = 16

    /// Whether an event is about this name, or says that events were lost.
    static func mention(_ name: String, in bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while rest.count >= headCount {
            let head = Array(rest.prefix(headCount))
            let isLost = head[0..<4].allSatisfy { $0 == 0xff }
            let length = Int(number(head[12..<16]))
            rest = rest.dropFirst(headCount)
            let found = rest.prefix(length).prefix { $0 != 0 }
            if isLost || found.elementsEqual(name.utf8) { return true }
            rest = rest.dropFirst(length)
        }
        return false
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        #if _endian(big)
            bytes.reduce(0) { $0 << 8 | UInt32($1) }
        #else
            bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        #endif
    }
}
