import KeylightCore
import Testing

@Suite("Timestamp")
struct TimestampTests {
    @Test("adding and measuring hold at the ends instead of trapping")
    func saturates() {
        #expect(Timestamp(.max).adding(1) == Timestamp(.max))
        #expect(Timestamp(.max).adding(.max) == Timestamp(.max))
        #expect(Timestamp(.min).adding(-1) == Timestamp(.min))
        #expect(Timestamp(.min).adding(.min) == Timestamp(.min))
        #expect(Timestamp(.max).adding(.min) == Timestamp(-1))
        #expect(Timestamp(.max).seconds(since: Timestamp(.min)) == .max)
        #expect(Timestamp(.min).seconds(since: Timestamp(.max)) == .min)
        #expect(Timestamp(0).seconds(since: Timestamp(.min)) == .max)
        #expect(Timestamp(-1).seconds(since: Timestamp(.min)) == .max)
    }

    @Test("ordinary moments add, subtract and compare exactly")
    func ordinary() {
        let start = Timestamp(1_772_323_200)
        let end = start.adding(7 * Seconds.day)
        #expect(end == Timestamp(1_772_928_000))
        #expect(end.seconds(since: start) == 604_800)
        #expect(start.seconds(since: end) == -604_800)
        #expect(start < end)
        #expect(!(start < start))
        #expect(max(start, end) == end)
    }

    @Test("the text is UTC, and the bare number where the calendar ends")
    func text() {
        #expect("\(Timestamp(1_772_323_200))" == "2026-03-01T00:00:00Z")
        #expect("\(Timestamp(0))" == "1970-01-01T00:00:00Z")
        #expect("\(Timestamp(-1))" == "1969-12-31T23:59:59Z")
        #expect("\(Timestamp(253_402_300_799))" == "9999-12-31T23:59:59Z")
        #expect("\(Timestamp(253_402_300_800))" == "253402300800s")
        #expect("\(Timestamp(-62_135_596_800))" == "0001-01-01T00:00:00Z")
        #expect("\(Timestamp(-62_135_596_801))" == "-62135596801s")
        #expect("\(Timestamp(.max))" == "9223372036854775807s")
        #expect("\(Timestamp(.min))" == "-9223372036854775808s")
    }
}
