import KeylightCore

/// The three forms in which HTTP writes a date (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date; nil when it has none of the three forms or names no day of the calendar.
    ///
    /// The name of the day must be one, but need not be the right one. A year of two digits that would lie
    /// more than 50 years after `now` is of the century before.
    static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        preferred(text) ?? withTwoDigitYear(text, now: now) ?? ofTheCLibrary(text)
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func preferred(_ text: String) -> Timestamp? {
        var scanner = ASCIIScanner(text)
        guard scanner.word(of: shortDays) != nil, scanner.skip(", "),
            let day = scanner.number(digits: 2), scanner.skip(" "),
            let month = scanner.word(of: months), scanner.skip(" "),
            let year = scanner.number(digits: 4), scanner.skip(" "),
            let time = clockTime(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
        else { return nil }
        return moment(year, month, day, time)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func withTwoDigitYear(_ text: String, now: Timestamp) -> Timestamp? {
        var scanner = ASCIIScanner(text)
        guard scanner.word(of: longDays) != nil, scanner.skip(", "),
            let day = scanner.number(digits: 2), scanner.skip("-"),
            let month = scanner.word(of: months), scanner.skip("-"),
            let shortYear = scanner.number(digits: 2), scanner.skip(" "),
            let time = clockTime(&scanner), scanner.skip(" GMT"), scanner.isAtEnd
        else { return nil }
        let thisYear = CivilTime(now)?.year ?? 1970
        var year = thisYear - thisYear % 100 + shortYear
        if year > thisYear + 50 { year -= 100 }
        return moment(year, month, day, time)
    }

    /// `Sun Nov  6 08:49:37 1994`, as the C library writes it.
    private static func ofTheCLibrary(_ text: String) -> Timestamp? {
        var scanner = ASCIIScanner(text)
        guard scanner.word(of: shortDays) != nil, scanner.skip(" "),
            let month = scanner.word(of: months), scanner.skip(" "),
            let day = scanner.skip(" ") ? scanner.number(digits: 1) : scanner.number(digits: 2),
            scanner.skip(" "), let time = clockTime(&scanner), scanner.skip(" "),
            let year = scanner.number(digits: 4), scanner.isAtEnd
        else { return nil }
        return moment(year, month, day, time)
    }

    private static func clockTime(_ scanner: inout ASCIIScanner) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = scanner.number(digits: 2), scanner.skip(":"),
            let minute = scanner.number(digits: 2), scanner.skip(":"),
            let second = scanner.number(digits: 2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func moment(
        _ year: Int,
        _ monthIndex: Int,
        _ day: Int,
        _ time: (hour: Int, minute: Int, second: Int)
    ) -> Timestamp? {
        CivilTime.timestamp(
            year: year,
            month: monthIndex + 1,
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: time.second
        )
    }
}
