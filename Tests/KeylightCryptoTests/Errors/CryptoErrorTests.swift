import KeylightCrypto
import Testing

@Suite("CryptoError")
struct CryptoErrorTests {
    @Test(
        "each case says what happened",
        arguments: [
            (CryptoError.libraryUnavailable("no libcrypto"), "no libcrypto"),
            (.selfTestFailed("Ed25519: wrong"), "nothing will be verified or sealed: Ed25519: wrong"),
            (.invalidKeyLength(expected: 32, actual: 31), "the key has 31 bytes, 32 are needed"),
            (
                .invalidLength(input: "info", allowed: 0...1024, actual: 1025),
                "the info has 1025 bytes, allowed are 0 to 1024"
            ),
            (.weakPublicKey, "small order"),
            (.authenticationFailed, "not authentic"),
            (.operationFailed("HKDF"), "operation failed: HKDF"),
        ]
    )
    func description(error: CryptoError, part: String) {
        #expect(error.description.contains(part))
        #expect("\(error)" == error.description)
    }
}
