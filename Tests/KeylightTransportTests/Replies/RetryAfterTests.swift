import KeylightCore
import Testing

@testable import KeylightTransport

@Suite struct RetryAfterTests {
    /// 2026-03-01 00:00:00 UTC.
    private let now = Timestamp(1_772_323_200)

    private func seconds(_ value: String, date: String? = nil) -> Int64? {
        var headers = [HTTPHeader("retry-after", value)]
        if let date { headers.append(HTTPHeader("DATE", date)) }
        return RetryAfter.seconds(in: headers, now: now)
    }

    @Test func absent() {
        #expect(RetryAfter.seconds(in: [], now: now) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("120", 120), (" 120\t", 120), ("0000120", 120), ("2592000", 2_592_000),
            ("9223372036854775807", Int64.max), ("9223372036854775808", .max),
            ("99999999999999999999999999999999999999", .max),
        ] as [(String, Int64)]
    )
    func secondsAreNotClampedHere(value: String, seconds: Int64) {
        #expect(self.seconds(value) == seconds)
    }

    @Test(arguments: ["", " ", "-1", "-0", "+5", "1.5", "1e3", "0x10", "soon", "12 0", "١٢"])
    func unreadable(value: String) {
        #expect(seconds(value) == nil)
    }

    @Test(arguments: [
        "Sun, 01 Mar 2026 00:02:00 GMT", "Sunday, 01-Mar-26 00:02:00 GMT", "Sun Mar  1 00:02:00 2026",
    ])
    func aDateWithoutDateHeaderCountsFromNow(value: String) {
        #expect(seconds(value) == 120)
    }

    @Test(
        arguments: [
            // The server's clock is a day ahead, or a year behind: two minutes are two minutes.
            ("Mon, 02 Mar 2026 00:02:00 GMT", "Mon, 02 Mar 2026 00:00:00 GMT", 120),
            ("Sat, 01 Mar 2025 00:02:00 GMT", "Saturday, 01-Mar-25 00:00:00 GMT", 120),
            // Past, and now.
            ("Sun, 01 Mar 2026 00:00:00 GMT", "Sun, 01 Mar 2026 00:00:01 GMT", 0),
            ("Sun, 01 Mar 2026 00:00:00 GMT", "Sun, 01 Mar 2026 00:00:00 GMT", 0),
            // An unreadable Date is none.
            ("Sun, 01 Mar 2026 00:00:30 GMT", "yesterday", 30),
            ("Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 253_402_300_799),
        ] as [(String, String, Int64)]
    )
    func aDateCountsFromTheDateHeader(value: String, date: String, seconds: Int64) {
        #expect(self.seconds(value, date: date) == seconds)
    }

    @Test func theDateHeaderDoesNotMoveSeconds() {
        #expect(seconds("120", date: "Thu, 01 Jan 1970 00:00:00 GMT") == 120)
    }

    @Test func anAbsurdClockDoesNotTrap() {
        let headers = [HTTPHeader("Retry-After", "Sun, 01 Mar 2026 00:02:00 GMT")]
        #expect(RetryAfter.seconds(in: headers, now: Timestamp(.min)) == .max)
        #expect(RetryAfter.seconds(in: headers, now: Timestamp(.max)) == 0)
    }
}
