import KeylightCore
import Testing

@Suite("ContinuousInstant")
struct ContinuousInstantTests {
    @Test("seconds become nanoseconds, and nothing traps at the ends")
    func saturates() {
        let zero = ContinuousInstant(nanoseconds: 0)
        #expect(zero.adding(seconds: 2).nanoseconds == 2_000_000_000)
        #expect(zero.adding(seconds: -2).nanoseconds == -2_000_000_000)
        #expect(zero.adding(seconds: .max).nanoseconds == .max)
        #expect(zero.adding(seconds: .min).nanoseconds == .min)
        #expect(ContinuousInstant(nanoseconds: .max).adding(nanoseconds: 1).nanoseconds == .max)
        #expect(ContinuousInstant(nanoseconds: .min).adding(nanoseconds: -1).nanoseconds == .min)
    }

    @Test("an age is rounded towards zero and holds at the ends")
    func age() {
        let instant = ContinuousInstant(nanoseconds: 5_999_999_999)
        let zero = ContinuousInstant(nanoseconds: 0)
        #expect(instant.seconds(since: zero) == 5)
        #expect(zero.seconds(since: instant) == -5)
        #expect(
            ContinuousInstant(nanoseconds: .max).seconds(since: ContinuousInstant(nanoseconds: .min))
                == Int64.max / 1_000_000_000
        )
        #expect(
            ContinuousInstant(nanoseconds: .min).seconds(since: ContinuousInstant(nanoseconds: .max))
                == Int64.min / 1_000_000_000
        )
        #expect(zero < instant)
    }
}
