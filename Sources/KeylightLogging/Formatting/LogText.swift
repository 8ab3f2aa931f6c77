/// Makes text safe to stand in one line of a log.
///
/// Parts of what is logged come from a server or from a file. Such text must neither break a line, nor steer a
/// terminal, nor look like another field.
enum LogText {
    /// Splits a message at its line feeds. One line feed at the very end does not make an empty last line.
    ///
    /// The scalars are looked at, not the characters: "\r\n" is one `Character` that equals neither of its parts.
    static func splitIntoLines(_ message: String) -> [Substring.UnicodeScalarView] {
        var scalars = message.unicodeScalars[...]
        if scalars.last == "\n" {
            scalars.removeLast()
            if scalars.last == "\r" {
                scalars.removeLast()
            }
        }
        return scalars.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Appends text with its dangerous scalars shown as escapes.
    static func appendEscaped(_ scalars: Substring.UnicodeScalarView, to line: inout String) {
        let text = Substring(scalars)
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            line += text
            return
        }
        for scalar in scalars {
            if isDangerous(scalar) {
                line += escape(scalar)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    /// A key, a category or a request id: what could end it early is replaced by `_`.
    static func name(_ text: String) -> String {
        guard !text.isEmpty else { return "_" }
        guard !isPlainWord(text) else { return text }
        var name = ""
        for scalar in text.unicodeScalars {
            let endsName = scalar.properties.isWhitespace || "[]=\"".unicodeScalars.contains(scalar)
            name.unicodeScalars.append(endsName || isDangerous(scalar) ? "_" : scalar)
        }
        return name
    }

    /// A value, quoted when it would otherwise be unclear where it ends.
    static func value(_ text: String) -> String {
        guard !isPlainWord(text) else { return text }
        let needsQuotes =
            text.isEmpty
            || text.unicodeScalars.contains { scalar in
                scalar.properties.isWhitespace || scalar == "\"" || scalar == "=" || scalar == "\\"
                    || isDangerous(scalar)
            }
        guard needsQuotes else { return text }
        var value = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                value += "\\"
                value.unicodeScalars.append(scalar)
            } else if isDangerous(scalar) {
                value += escape(scalar)
            } else {
                value.unicodeScalars.append(scalar)
            }
        }
        return value + "\""
    }

    /// Whether nothing has to be done about a name or a value. Nearly all are such words of ASCII, and asking Unicode
    /// about each of their scalars made up most of the time that a line takes.
    private static func isPlainWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "\\"),
                    UInt8(ascii: "]"):
                    false
                default: (0x21...0x7E).contains(byte)
                }
            }
    }

    /// Whether a scalar can break a line, steer a terminal, or make a line read differently from what it holds.
    ///
    /// That is: the control characters, the line and paragraph separators, and the marks that change the direction
    /// of writing. A tab counts as well; it is harmless only to the eye.
    static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0": "\\0"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}
