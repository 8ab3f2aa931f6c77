import KeylightCrypto
import Testing

@Suite("Hexadecimal")
struct HexadecimalTests {
    @Test("every byte is two lowercase digits and comes back")
    func everyByte() {
        let all = [UInt8](0...255)
        let text = Hexadecimal.encode(all)
        #expect(text.count == 512)
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.decode(text) == all)
        #expect(Hexadecimal.decode(text.uppercased()) == all)
    }

    @Test("nothing is nothing")
    func empty() {
        #expect(Hexadecimal.encode([]).isEmpty)
        #expect(Hexadecimal.decode("") == [])
    }

    @Test(
        "what is not pairs of digits is refused",
        arguments: [
            "0", "abc", "0g", "g0", " 00", "00 ", "0 0", "0x00", "00\n", "é0", "\u{ff10}\u{ff10}", "-1", "+1",
        ]
    )
    func malformed(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }

    @Test("the characters beside the digits are refused", arguments: ["/", ":", "@", "G", "`", "g"])
    func neighbours(character: String) {
        #expect(Hexadecimal.decode("0" + character) == nil)
        #expect(Hexadecimal.decode(character + "0") == nil)
    }
}
