import Testing

@testable import KeylightServer

@Suite("Base64")
struct Base64Tests {
    @Test(
        "The vectors of RFC 4648, and both characters that are no letter or digit",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
    }
}
