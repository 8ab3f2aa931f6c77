/// The calendar form of a moment in UTC, by integer arithmetic, for texts that people read.
///
/// No rule uses it; it exists so that logs and `explain()` show dates without Foundation and in the same
/// way under every locale, calendar and time zone.
public struct CivilTime: Sendable, Equatable {
    /// Year of the proleptic Gregorian calendar, 1 to 9999.
    public let year: Int
    /// Month, 1 to 12.
    public let month: Int
    /// Day of the month, 1 to 31.
    public let day: Int
    /// Hour, 0 to 23.
    public let hour: Int
    /// Minute, 0 to 59.
    public let minute: Int
    /// Second, 0 to 59.
    public let second: Int

    private static let earliest: Int64 = -62_135_596_800
    private static let latest: Int64 = 253_402_300_799

    /// Splits a moment into its parts; nil outside the years 1 to 9999.
    public init?(_ time: Timestamp) {
        let seconds = time.secondsSince1970
        guard seconds >= Self.earliest, seconds <= Self.latest else { return nil }
        // Count days from 0000-03-01: years then end with February, and a leap day is the last of its year.
        var rest = seconds + 719_468 * Seconds.day
        let secondOfDay = Int(rest % Seconds.day)
        rest /= Seconds.day
        let era = rest / 146_097
        let dayOfEra = rest % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3_600
        minute = secondOfDay % 3_600 / 60
        second = secondOfDay % 60
    }

    /// The moment of these parts in UTC; nil when a part is out of range, such as 30 February.
    public static func timestamp(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int
    ) -> Timestamp? {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            day <= daysInMonth(month, year: year)
        else { return nil }
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear % 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Timestamp(days * Seconds.day + Int64(hour * 3_600 + minute * 60 + second))
    }

    /// `2026-03-01T00:00:00Z`.
    public var iso8601: String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))Z"
    }

    private static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
