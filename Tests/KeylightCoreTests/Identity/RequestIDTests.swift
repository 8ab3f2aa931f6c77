import KeylightCore
import Testing

@Suite("RequestID")
struct RequestIDTests {
    @Test("8 lowercase hexadecimal characters are an id", arguments: ["00000000", "3f9a01bc", "ffffffff"])
    func good(text: String) {
        #expect(RequestID(text)?.rawValue == text)
        #expect(RequestID(text)?.description == text)
    }

    @Test(
        "nothing else is",
        arguments: [
            "", "3f9a01b", "3f9a01bc0", "3F9A01BC", "3f9a01bg", " 3f9a01b", "3f9a01b\n", "３f9a01b", "éf9a01b",
            "\u{0}f9a01bc", "0x3f9a01", "-f9a01bc",
        ]
    )
    func bad(text: String) {
        #expect(RequestID(text) == nil)
    }

    @Test(
        "random bits are padded, and every such id can be read back",
        arguments: [0, 1, 0xABC, 0x8000_0000, .max]
    )
    func bits(value: UInt32) {
        let id = RequestID(randomBits: value)
        #expect(id.rawValue.utf8.count == 8)
        #expect(RequestID(id.rawValue) == id)
        #expect(UInt32(id.rawValue, radix: 16) == value)
    }
}
