import KeylightCore
import Testing

@Suite("CivilTime")
struct CivilTimeTests {
    private static let earliest: Int64 = -62_135_596_800
    private static let latest: Int64 = 253_402_300_799

    @Test("every day of 1 to 9999 follows the calendar, and comes back to the same second")
    func everyDay() throws {
        var expected = (year: 1, month: 1, day: 1)
        var mismatches = 0
        for index in 0..<3_652_059 {
            // Another second of the day on each, so that all of them are met.
            let offset = Int64(index * 7_919 % 86_400)
            let time = Timestamp(Self.earliest + Int64(index) * 86_400 + offset)
            guard let civil = CivilTime(time),
                civil.year == expected.year, civil.month == expected.month, civil.day == expected.day,
                Int64(civil.hour * 3_600 + civil.minute * 60 + civil.second) == offset,
                timestamp(of: civil) == time
            else {
                mismatches += 1
                continue
            }
            expected.day += 1
            if expected.day > daysIn(expected.month, expected.year) {
                expected = (expected.year, expected.month + 1, 1)
                if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
            }
        }
        #expect(mismatches == 0)
        #expect(expected == (10_000, 1, 1))
    }

    @Test("the first and the last second have a date, and those beyond have none")
    func boundaries() {
        #expect(CivilTime(Timestamp(Self.earliest))?.iso8601 == "0001-01-01T00:00:00Z")
        #expect(CivilTime(Timestamp(Self.earliest - 1)) == nil)
        #expect(CivilTime(Timestamp(Self.latest))?.iso8601 == "9999-12-31T23:59:59Z")
        #expect(CivilTime(Timestamp(Self.latest + 1)) == nil)
        #expect(CivilTime(Timestamp(.min)) == nil)
        #expect(CivilTime(Timestamp(.max)) == nil)
    }

    @Test(
        "parts that no date has are refused",
        arguments: [
            (2026, 2, 29), (2025, 2, 29), (1900, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 2, 30),
            (2026, 1, 32),
            (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (0, 1, 1), (10_000, 1, 1), (2026, 1, -1),
            (.max, 1, 1), (2026, .max, 1), (2026, 1, .max), (.min, .min, .min),
        ]
    )
    func badDates(year: Int, month: Int, day: Int) {
        #expect(
            CivilTime.timestamp(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil
        )
    }

    @Test("29 February exists in leap years only", arguments: [1600, 2000, 2024, 2028, 2400])
    func leapDays(year: Int) throws {
        let time = try #require(
            CivilTime.timestamp(year: year, month: 2, day: 29, hour: 12, minute: 0, second: 0)
        )
        #expect(CivilTime(time)?.day == 29)
        #expect(CivilTime(time.adding(Seconds.day))?.month == 3)
    }

    @Test("times of day are held to their range; a leap second counts as the next minute")
    func timesOfDay() {
        func at(_ hour: Int, _ minute: Int, _ second: Int) -> Timestamp? {
            CivilTime.timestamp(year: 2026, month: 3, day: 1, hour: hour, minute: minute, second: second)
        }
        #expect(at(0, 0, 0) == Timestamp(1_772_323_200))
        #expect(at(23, 59, 59) == Timestamp(1_772_409_599))
        #expect(at(23, 59, 60) == Timestamp(1_772_409_600))
        for (hour, minute, second) in [
            (24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 61), (0, 0, -1),
        ] {
            #expect(at(hour, minute, second) == nil)
        }
    }

    private func timestamp(of civil: CivilTime) -> Timestamp? {
        CivilTime.timestamp(
            year: civil.year,
            month: civil.month,
            day: civil.day,
            hour: civil.hour,
            minute: civil.minute,
            second: civil.second
        )
    }

    private func daysIn(_ month: Int, _ year: Int) -> Int {
        let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
