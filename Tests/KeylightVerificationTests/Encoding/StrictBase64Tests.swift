import KeylightVerification
import Testing

@Suite("StrictBase64")
struct StrictBase64Tests {
    @Test(
        "RFC 4648, section 10, padded and not",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func published(text: String, encoded: String) {
        let bytes = Array(text.utf8)
        #expect(StrictBase64.encode(bytes) == encoded)
        #expect(StrictBase64.decode(encoded) == bytes)
        #expect(StrictBase64.decode(encoded.replacing("=", with: "")) == bytes)
    }

    @Test("both alphabets are read, each for itself")
    func alphabets() {
        #expect(StrictBase64.decode("+/+/") == [0xFB, 0xFF, 0xBF])
        #expect(StrictBase64.decode("-_-_") == [0xFB, 0xFF, 0xBF])
        #expect(StrictBase64.decode("-_8=") == [0xFB, 0xFF])
        #expect(StrictBase64.decode("-_8") == [0xFB, 0xFF])
        #expect(StrictBase64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
    }

    @Test("a mix of the alphabets is refused", arguments: ["+_+/", "-/AA", "+AA-", "AA_/"])
    func mixed(text: String) {
        #expect(StrictBase64.decode(text) == nil)
    }

    @Test(
        "white space and foreign characters are refused wherever they stand",
        arguments: [
            " Zm9v", "Zm9v ", "Zm 9v", "Zm9v\n", "\nZm9v", "Zm9v\r\n", "Zm9vYmFy\nZm9v", "Zm9\u{A0}", "Zm9é",
            "Zm9.",
            "Zm9,", "Zm9\u{0}", "Zm9\u{FF56}", "data", "Zm9!", "Zm=v", "Z===",
        ].filter { $0 != "data" }
    )
    func foreign(text: String) {
        #expect(StrictBase64.decode(text) == nil)
    }

    @Test(
        "wrong padding and impossible lengths are refused",
        arguments: [
            "=", "==", "===", "====", "Zg=", "Zg===", "Zg====", "Zm8==", "Zm8===", "Zm9v=", "Zm9v==",
            "Zm9v====",
            "Z", "Zm9vY", "Zg==Zg==", "=Zg=", "Z=g=",
        ]
    )
    func padding(text: String) {
        #expect(StrictBase64.decode(text) == nil)
    }

    @Test("bits after the last byte must be zero, so that no two texts mean the same bytes")
    func trailingBits() {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        for (value, digit) in digits.enumerated() {
            #expect((StrictBase64.decode("Z\(digit)==") != nil) == value.isMultiple(of: 16))
            #expect((StrictBase64.decode("Z\(digit)") != nil) == value.isMultiple(of: 16))
            #expect((StrictBase64.decode("Zm\(digit)=") != nil) == value.isMultiple(of: 4))
            #expect((StrictBase64.decode("Zm\(digit)") != nil) == value.isMultiple(of: 4))
            #expect(StrictBase64.decode("Zm9\(digit)") != nil)
        }
    }

    @Test("random bytes of every length come back, in all four spellings", arguments: 0..<130)
    func roundTrip(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let padded = StrictBase64.encode(bytes)
        #expect(padded.utf8.count == (count + 2) / 3 * 4)
        let urlSafe = padded.replacing("+", with: "-").replacing("/", with: "_")
        for text in [padded, urlSafe, padded.replacing("=", with: ""), urlSafe.replacing("=", with: "")] {
            #expect(StrictBase64.decode(text) == bytes)
        }
    }
}
