/// A moment as ISO 8601 text in UTC, made with integers alone: `2028-02-29T23:59:59Z`.
///
/// It is a formatter of its own because this module does without Foundation. Every `Int64` gives a text: years
/// outside 0000 to 9999 get a sign, as the standard's expanded form wants.
struct UTCTimestamp: CustomStringConvertible {
    let secondsSince1970: Int64

    private static let secondsPerDay: Int64 = 86_400

    var description: String {
        let (days, second) = Self.divideDown(secondsSince1970, by: Self.secondsPerDay)
        let (year, month, day) = Self.civilDate(daysSince1970: days)
        let date = "\(Self.yearText(year))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
        let hours = Self.padded(second / 3_600, to: 2)
        let minutes = Self.padded(second / 60 % 60, to: 2)
        return "\(date)T\(hours):\(minutes):\(Self.padded(second % 60, to: 2))Z"
    }

    /// The proleptic Gregorian date of a day.
    ///
    /// Years are counted from March, so that the leap day is the last of its year, and in eras of 400 years, which
    /// all have 146,097 days. A day count made from `Int64` seconds is below 2⁴⁷, so nothing here can overflow.
    private static func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let daysFromEraStartTo1970: Int64 = 719_468  // from 0000-03-01
        let (era, dayOfEra) = divideDown(daysSince1970 + daysFromEraStartTo1970, by: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // Five months from March (and again from August) have 153 days together.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }

    /// Division that rounds down, so that times before 1970 fall into the right day.
    private static func divideDown(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func yearText(_ year: Int64) -> String {
        switch year {
        case 0...9_999: padded(year, to: 4)
        case 10_000...: "+\(year)"
        default: "-\(padded(-year, to: 4))"
        }
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
