extension LicenseLogEvent {
    /// The event as text: `[a1b2c3d4] message key=value …`.
    ///
    /// A message of several lines gives several lines, see ``lines``.
    public var line: String {
        lines.joined(separator: "\n")
    }

    /// The event as text, line by line; there is always at least one.
    ///
    /// Each line starts with `[<requestID>] ` when there is an id, so that a search for the id finds the whole
    /// call. The metadata stand at the end of the first line, which therefore makes sense alone. Each further line
    /// has `| ` behind the tag: text that came from outside can break a line, but cannot make one that looks as if
    /// the library had said it. For the same reason control characters and characters that turn the direction of
    /// writing are shown as escapes (`\r`, `\u{1B}`), and values that hold spaces, quotes or `=` are quoted.
    public var lines: [String] {
        let tag = Self.tag(for: requestID)
        var result: [String] = []
        for text in LogText.splitIntoLines(message) {
            var line = tag
            if !result.isEmpty {
                line += "| "
            }
            LogText.appendEscaped(text, to: &line)
            if result.isEmpty {
                for (key, value) in metadata {
                    line += " \(LogText.name(key))=\(LogText.value(value))"
                }
            }
            result.append(line)
        }
        return result
    }

    /// The tag in front of each line; empty without an id, because an empty pair of brackets helps nobody.
    private static func tag(for requestID: String?) -> String {
        guard let requestID, !requestID.isEmpty else { return "" }
        return "[\(LogText.name(requestID))] "
    }
}
