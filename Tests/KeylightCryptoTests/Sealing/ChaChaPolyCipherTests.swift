import KeylightCrypto
import Testing

@Suite("ChaChaPolyCipher")
struct ChaChaPolyCipherTests {
    private let key = [UInt8](1...32)
    private let record = Array("a record of a few words".utf8)
    private let purpose = Array("keylight|1|tenant|product".utf8)

    @Test(
        "what was sealed opens, whatever its size",
        arguments: [0, 1, 15, 16, 17, 63, 64, 65, 1024, 3_000_001]
    )
    func roundTrip(count: Int) throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let box = try cipher.seal(plaintext, authenticating: purpose)
        #expect(box.count == 12 + count + 16)
        #expect(try cipher.open(box, authenticating: purpose) == plaintext)
    }

    @Test("additional data may be empty or long", arguments: [0, 1, 16, 100_000])
    func additionalData(count: Int) throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let additionalData = [UInt8](repeating: 9, count: count)
        let box = try cipher.seal(record, authenticating: additionalData)
        #expect(try cipher.open(box, authenticating: additionalData) == record)
        #expect(throws: CryptoError.authenticationFailed) {
            try cipher.open(box, authenticating: additionalData + [0])
        }
        #expect(throws: CryptoError.authenticationFailed) { try cipher.open(box, authenticating: purpose) }
    }

    @Test("a box with any one bit flipped is refused")
    func flipped() throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let box = try cipher.seal(record, authenticating: purpose)
        for bit in 0..<(box.count * 8) {
            var altered = box
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.authenticationFailed) {
                try cipher.open(altered, authenticating: purpose)
            }
        }
    }

    @Test("a box cut anywhere, at either end, or lengthened is refused")
    func truncated() throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let box = try cipher.seal(record, authenticating: purpose)
        for count in 0..<box.count {
            #expect(throws: CryptoError.authenticationFailed) {
                try cipher.open(Array(box.prefix(count)), authenticating: purpose)
            }
            #expect(throws: CryptoError.authenticationFailed) {
                try cipher.open(Array(box.suffix(count)), authenticating: purpose)
            }
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try cipher.open(box + [0], authenticating: purpose)
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try cipher.open([0] + box, authenticating: purpose)
        }
    }

    @Test("zeros of any length are no box", arguments: [0, 1, 12, 27, 28, 29, 64])
    func zeros(count: Int) throws {
        let cipher = try ChaChaPolyCipher(key: key)
        #expect(throws: CryptoError.authenticationFailed) {
            try cipher.open([UInt8](repeating: 0, count: count), authenticating: [])
        }
    }

    @Test("another key does not open a box")
    func otherKey() throws {
        let box = try ChaChaPolyCipher(key: key).seal(record, authenticating: purpose)
        for bit in 0..<256 {
            var other = key
            other[bit / 8] ^= 1 << (bit % 8)
            let cipher = try ChaChaPolyCipher(key: other)
            #expect(throws: CryptoError.authenticationFailed) {
                try cipher.open(box, authenticating: purpose)
            }
        }
    }

    @Test("no two boxes share a nonce")
    func nonces() throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let nonces = try (0..<1000).map { _ in
            try Array(cipher.seal(record, authenticating: purpose).prefix(12))
        }
        #expect(Set(nonces).count == 1000)
    }

    @Test("a key that is not 32 bytes long is refused", arguments: [0, 16, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(throws: CryptoError.invalidKeyLength(expected: 32, actual: count)) {
            try ChaChaPolyCipher(key: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("a nonce that is not 12 bytes long is refused", arguments: [0, 8, 11, 13, 24])
    func nonceLength(count: Int) throws {
        let cipher = try ChaChaPolyCipher(key: key)
        #expect(throws: CryptoError.invalidLength(input: "nonce", allowed: 12...12, actual: count)) {
            try cipher.seal(record, nonce: [UInt8](repeating: 1, count: count), authenticating: purpose)
        }
    }

    @Test("no text, dump or mirror of a cipher shows its key")
    func redacted() throws {
        let cipher = try ChaChaPolyCipher(key: key)
        var dumped = ""
        dump([cipher], to: &dumped)
        for text in ["\(cipher)", String(reflecting: cipher), "\([cipher])", dumped] {
            #expect(!text.contains("1, 2, 3"))
            #expect(!text.contains("- 2\n"))
            #expect(!text.contains("010203"))
        }
        #expect(Mirror(reflecting: cipher).children.isEmpty)
    }

    @Test("many tasks seal and open with one cipher at the same time")
    func concurrent() async throws {
        let cipher = try ChaChaPolyCipher(key: key)
        let same = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<400 {
                group.addTask {
                    let plaintext = [UInt8](repeating: UInt8(index % 256), count: index)
                    let box = try cipher.seal(plaintext, authenticating: [1])
                    return try cipher.open(box, authenticating: [1]) == plaintext
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(same == 400)
    }
}
