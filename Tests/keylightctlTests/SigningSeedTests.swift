import Testing

@testable import keylightctl

struct SigningSeedTests {
    private static let bytes = Array(UInt8(0)..<32)
    private static let hexadecimal = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"
    private static let base64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    @Test(arguments: [hexadecimal, base64])
    func readsBothForms(_ text: String) {
        #expect(SigningSeed(text)?.bytes == Self.bytes)
    }

    @Test(arguments: [
        "", "00", String(hexadecimal.dropLast()), hexadecimal + "0", hexadecimal + "00",
        "g" + hexadecimal.dropFirst(), "+" + hexadecimal.dropFirst(), " " + hexadecimal, base64 + base64,
        String(base64.dropLast(2)), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg==",
    ])
    func refusesAnythingElse(_ text: String) {
        #expect(SigningSeed(text) == nil)
    }

    @Test func generatesDifferentOnes() {
        let seeds = Set((0..<20).map { _ in SigningSeed.generated() })
        #expect(seeds.count == 20)
        #expect(seeds.allSatisfy { $0.bytes.count == 32 })
    }
}
