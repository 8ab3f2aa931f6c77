import KeylightTesting
import Testing

@Suite struct SeededRandomTests {
    @Test func knownValues() {
        // The published first outputs of SplitMix64 for seed 1234567.
        let random = SeededRandom(seed: 1_234_567)
        let values = (0..<5).map { _ in random.next64() }
        #expect(
            values == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test func sameSeedSameBits() {
        let (one, two, other) = (SeededRandom(seed: 7), SeededRandom(seed: 7), SeededRandom(seed: 8))
        let bits = (0..<100).map { _ in one.next() }
        #expect(bits == (0..<100).map { _ in two.next() })
        #expect(bits != (0..<100).map { _ in other.next() })
    }
}
