import KeylightCrypto
import Testing

@Suite("SecureRandom")
struct SecureRandomTests {
    // 257 is one more than getrandom gives without being interruptible.
    @Test("as many bytes come as were asked for", arguments: [0, 1, 12, 32, 256, 257, 1_000_000])
    func count(count: Int) throws {
        #expect(try SecureRandom.bytes(count: count).count == count)
    }

    @Test("a negative count is an error and no crash", arguments: [-1, Int.min])
    func negative(count: Int) {
        #expect(
            throws: CryptoError.invalidLength(input: "random output", allowed: 0...Int.max, actual: count)
        ) {
            try SecureRandom.bytes(count: count)
        }
    }

    @Test("all of the buffer is filled: among 100000 bytes each value occurs, and none too often")
    func distribution() throws {
        var occurrences = [Int](repeating: 0, count: 256)
        for byte in try SecureRandom.bytes(count: 100_000) {
            occurrences[Int(byte)] += 1
        }
        // The expected 391, give or take ten standard deviations.
        #expect(occurrences.allSatisfy { (190...590).contains($0) })
    }

    @Test("two draws differ")
    func differs() throws {
        #expect(try SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
    }
}
