import KeylightCore

/// The Internet's form of a date (RFC 3339), read leniently.
enum RFC3339 {
    /// Reads `2026-03-31T00:00:00Z`; nil when it has another form or names no day of the calendar.
    ///
    /// A fraction is cut off; an offset such as `+02:00` is taken into account, and a date without one is in
    /// UTC. Instead of `T` there may be `t` or a space.
    static func parse(_ text: String) -> Timestamp? {
        var scanner = ASCIIScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"),
            let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.skip(anyOf: "Tt ") != nil,
            let hour = scanner.number(digits: 2), scanner.skip(":"),
            let minute = scanner.number(digits: 2), scanner.skip(":"),
            let second = scanner.number(digits: 2)
        else { return nil }
        if scanner.skip("."), !scanner.skipDigits() { return nil }
        guard let offset = offsetInSeconds(&scanner), scanner.isAtEnd,
            let local = CivilTime.timestamp(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )
        else { return nil }
        return local.adding(-offset)
    }

    private static func offsetInSeconds(_ scanner: inout ASCIIScanner) -> Int64? {
        if scanner.isAtEnd || scanner.skip(anyOf: "Zz") != nil { return 0 }
        guard let sign = scanner.skip(anyOf: "+-"),
            let hours = scanner.number(digits: 2), scanner.skip(":"),
            let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
        else { return nil }
        let seconds = Int64(hours * 3_600 + minutes * 60)
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
