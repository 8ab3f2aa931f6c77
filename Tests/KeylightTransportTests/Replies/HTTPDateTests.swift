import KeylightCore
import Testing

@testable import KeylightTransport

@Suite struct HTTPDateTests {
    /// 2026-03-01 00:00:00 UTC.
    private let now = Timestamp(1_772_323_200)

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Wed Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 01 Mar 2026 00:02:00 GMT", 1_772_323_320),
            ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            // The name of the day is not held against the date.
            ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ] as [(String, Int64)]
    )
    func readable(text: String, seconds: Int64) {
        #expect(HTTPDate.parse(text, now: now) == Timestamp(seconds))
    }

    @Test(arguments: [
        ("Sunday, 01-Mar-26 00:02:00 GMT", 2026), ("Sunday, 01-Mar-76 00:02:00 GMT", 2076),
        ("Sunday, 01-Mar-77 00:02:00 GMT", 1977), ("Sunday, 01-Mar-99 00:02:00 GMT", 1999),
        ("Sunday, 01-Mar-00 00:02:00 GMT", 2000),
    ])
    func aYearOfTwoDigitsIsAtMostFiftyYearsAhead(text: String, year: Int) {
        #expect(HTTPDate.parse(text, now: now).flatMap(CivilTime.init)?.year == year)
    }

    @Test(arguments: [
        "", "now", "120", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 6 Nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 30 Feb 2026 00:00:00 GMT", "Sun, 29 Feb 2026 00:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 00:60:00 GMT",
        "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMTx",
    ])
    func unreadable(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }
}
