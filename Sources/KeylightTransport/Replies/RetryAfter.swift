import KeylightCore

/// Reads `Retry-After`: a number of seconds, or a date.
enum RetryAfter {
    /// Seconds from now, not yet clamped; nil when the header is absent or cannot be read.
    ///
    /// A date is held against the reply's own `Date`, so that neither a wrong clock of this machine nor one
    /// of the server changes the wait; without a readable `Date` it is held against `now`. A date that is
    /// past is 0. A number too large for `Int64` is the largest; a negative one or a fraction is no number
    /// of seconds, and cannot be read.
    static func seconds(in headers: [HTTPHeader], now: Timestamp) -> Int64? {
        guard let value = headers.value(of: "Retry-After").map(trimmed), !value.isEmpty else { return nil }
        if value.utf8.allSatisfy(ASCIIScanner.isDigit) { return Int64(value) ?? .max }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        let origin = headers.value(of: "Date").map(trimmed).flatMap { HTTPDate.parse($0, now: now) } ?? now
        return max(0, date.seconds(since: origin))
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
        let end = text.lastIndex { !isBlank($0) }.map(text.index(after:)) ?? start
        return String(text[start..<end])
    }
}
