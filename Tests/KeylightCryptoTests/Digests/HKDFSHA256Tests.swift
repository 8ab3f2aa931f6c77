import KeylightCrypto
import Testing

@Suite("HKDFSHA256")
struct HKDFSHA256Tests {
    @Test("RFC 5869, appendix A.1: the basic case")
    func basic() throws {
        let key = try HKDFSHA256.deriveKey(
            inputKeyMaterial: [UInt8](repeating: 0x0b, count: 22),
            salt: [UInt8](0x00...0x0c),
            info: [UInt8](0xf0...0xf9),
            outputByteCount: 42
        )
        #expect(
            Hexadecimal.encode(key)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        )
    }

    @Test("RFC 5869, appendix A.2: longer inputs")
    func longer() throws {
        let key = try HKDFSHA256.deriveKey(
            inputKeyMaterial: [UInt8](0x00...0x4f),
            salt: [UInt8](0x60...0xaf),
            info: [UInt8](0xb0...0xff),
            outputByteCount: 82
        )
        let published = joined(
            """
            b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
            59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
            cc30c58179ec3e87c14c01d5c1f3434f1d87
            """
        )
        #expect(Hexadecimal.encode(key) == published)
    }

    @Test("RFC 5869, appendix A.3: neither salt nor info")
    func bare() throws {
        let key = try HKDFSHA256.deriveKey(
            inputKeyMaterial: [UInt8](repeating: 0x0b, count: 22),
            salt: [],
            info: [],
            outputByteCount: 42
        )
        #expect(
            Hexadecimal.encode(key)
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        )
    }

    @Test("secret, salt and info each change the key, and a shorter key is the start of a longer one")
    func independence() throws {
        func derive(_ secret: [UInt8], _ salt: [UInt8], _ info: [UInt8], _ count: Int) throws -> [UInt8] {
            try HKDFSHA256.deriveKey(inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
        }
        let key = try derive([1], [2], [3], 32)
        #expect(try derive([1], [2], [3], 32) == key)
        #expect(try derive([0], [2], [3], 32) != key)
        #expect(try derive([1], [0], [3], 32) != key)
        #expect(try derive([1], [2], [0], 32) != key)
        #expect(try derive([1], [2], [3], 64).prefix(32) == key[...])
    }

    @Test(
        "an output is 1 to 8160 bytes long",
        arguments: [(-1, false), (0, false), (1, true), (8160, true), (8161, false)]
    )
    func outputLength(count: Int, isAllowed: Bool) throws {
        func derive() throws -> [UInt8] {
            try HKDFSHA256.deriveKey(inputKeyMaterial: [1], salt: [], info: [], outputByteCount: count)
        }
        if isAllowed {
            #expect(try derive().count == count)
        } else {
            #expect(throws: CryptoError.invalidLength(input: "output", allowed: 1...8160, actual: count)) {
                try derive()
            }
        }
    }

    @Test("an info is at most 1024 bytes long", arguments: [(1023, true), (1024, true), (1025, false)])
    func infoLength(count: Int, isAllowed: Bool) throws {
        func derive() throws -> [UInt8] {
            let info = [UInt8](repeating: 1, count: count)
            return try HKDFSHA256.deriveKey(inputKeyMaterial: [1], salt: [], info: info, outputByteCount: 32)
        }
        if isAllowed {
            #expect(try derive().count == 32)
        } else {
            #expect(throws: CryptoError.invalidLength(input: "info", allowed: 0...1024, actual: count)) {
                try derive()
            }
        }
    }

    @Test("an empty secret is refused")
    func emptySecret() {
        let expected = CryptoError.invalidLength(input: "input key material", allowed: 1...Int.max, actual: 0)
        #expect(throws: expected) {
            try HKDFSHA256.deriveKey(inputKeyMaterial: [], salt: [1], info: [1], outputByteCount: 32)
        }
    }

    @Test("a long secret and a long salt are taken")
    func longInputs() throws {
        let long = [UInt8](repeating: 3, count: 100_000)
        let key = try HKDFSHA256.deriveKey(inputKeyMaterial: long, salt: long, info: [], outputByteCount: 32)
        #expect(key.count == 32)
    }
}
