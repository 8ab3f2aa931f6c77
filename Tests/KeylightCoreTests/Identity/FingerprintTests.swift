import KeylightCore
import Testing

@Suite("Fingerprint")
struct FingerprintTests {
    @Test("it is four lowercase hexadecimal characters for any input")
    func form() {
        for count in 0..<300 {
            let text = Fingerprint.of(String(repeating: "x", count: count))
            #expect(text.utf8.count == 4)
            #expect(text.allSatisfy { "0123456789abcdef".contains($0) })
        }
    }

    @Test("it is the same in every process: FNV-1a, folded to 16 bits")
    func stable() {
        // The offset basis itself: cbf2 ^ 9ce4 ^ 8422 ^ 2325.
        #expect(Fingerprint.of("") == "f011")
        #expect(Fingerprint.of("inst-1") == Fingerprint.of(Array("inst-1".utf8)))
        #expect(Fingerprint.of("inst-1") == Fingerprint.of("xinst-1".dropFirst()))
    }

    @Test("it spreads: 1,000 ids have at least 900 fingerprints")
    func spread() {
        #expect(Set((0..<1_000).map { Fingerprint.of("instance-\($0)") }).count >= 900)
    }
}
