import KeylightCore
import Testing

@Suite("Seconds")
struct SecondsTests {
    static let extremes: [Int64] = [
        .min, .min + 1, -4_294_967_296, -86_400, -2, -1, 0, 1, 2, 3, 86_400, 1_772_323_200, 4_294_967_296,
        .max - 1, .max,
    ]

    @Test("all three operations equal exact arithmetic, clamped to Int64", arguments: extremes)
    func saturation(left: Int64) {
        for right in Self.extremes {
            #expect(Seconds.sum(left, right) == clamped(Int128(left) + Int128(right)))
            #expect(Seconds.difference(left, right) == clamped(Int128(left) - Int128(right)))
            #expect(Seconds.product(left, right) == clamped(Int128(left) * Int128(right)))
        }
    }

    @Test("the lengths are what they say")
    func lengths() {
        #expect(Seconds.minute == 60)
        #expect(Seconds.hour == 60 * Seconds.minute)
        #expect(Seconds.day == 24 * Seconds.hour)
    }

    private func clamped(_ value: Int128) -> Int64 {
        Int64(clamping: value)
    }
}
