import Foundation
import Testing

@testable import KeylightLogging

@Suite struct UTCTimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (59, "1970-01-01T00:00:59Z"),
            (60, "1970-01-01T00:01:00Z"),
            (3_599, "1970-01-01T00:59:59Z"),
            (86_399, "1970-01-01T23:59:59Z"),
            (86_400, "1970-01-02T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_835_395_199, "2028-02-28T23:59:59Z"),
            (1_835_395_200, "2028-02-29T00:00:00Z"),
            (1_835_481_599, "2028-02-29T23:59:59Z"),
            (1_835_481_600, "2028-03-01T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"),
            (Int64.max, "+292277026596-12-04T15:30:07Z"),
            (Int64.min, "-292277022657-01-27T08:29:52Z"),
        ] as [(Int64, String)]
    )
    func formatsTime(seconds: Int64, expected: String) {
        #expect(UTCTimestamp(secondsSince1970: seconds).description == expected)
    }

    /// The C library is the judge: every 41st day of the years 0000 to 9999, at another second each.
    @Test func agreesWithTheCLibrary() {
        var wrong: [Int64] = []
        for day in stride(from: Int64(-719_528), to: 2_932_897, by: 41) {
            let seconds = day * 86_400 + (day * 7_919 % 86_400 + 86_400) % 86_400
            var time = time_t(seconds)
            var parts = tm()
            guard gmtime_r(&time, &parts) != nil else { continue }
            func padded(_ number: Int32, _ width: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: width - digits.count) + digits
            }
            let date =
                "\(padded(parts.tm_year + 1_900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
            let clock = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
            if UTCTimestamp(secondsSince1970: seconds).description != "\(date)T\(clock)Z" {
                wrong.append(seconds)
            }
        }
        #expect(wrong.isEmpty)
    }
}
