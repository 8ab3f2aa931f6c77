import KeylightCrypto
import Testing

@Suite("Ed25519PrivateKey")
struct Ed25519PrivateKeyTests {
    @Test("a new key signs what its public key accepts, and no other does")
    func roundTrip() throws {
        let key = try Ed25519PrivateKey()
        let other = try Ed25519PrivateKey()
        #expect(key.seed.count == 32)
        #expect(key.seed != other.seed)
        for message in [[], [0], Array("a lease".utf8)] as [[UInt8]] {
            let signature = try key.signature(for: message)
            #expect(signature.count == 64)
            #expect(try key.publicKey.isValidSignature(signature, for: message))
            #expect(try !other.publicKey.isValidSignature(signature, for: message))
        }
    }

    @Test("the seed alone brings the key back")
    func restored() throws {
        let key = try Ed25519PrivateKey()
        let restored = try Ed25519PrivateKey(seed: key.seed)
        #expect(restored.publicKey == key.publicKey)
        let signature = try restored.signature(for: [1, 2, 3])
        #expect(try key.publicKey.isValidSignature(signature, for: [1, 2, 3]))
    }

    @Test("a seed that is not 32 bytes long is refused", arguments: [0, 31, 33, 64])
    func seedLength(count: Int) {
        #expect(throws: CryptoError.invalidKeyLength(expected: 32, actual: count)) {
            try Ed25519PrivateKey(seed: [UInt8](repeating: 7, count: count))
        }
    }

    @Test("no text, dump or mirror of a key shows its seed")
    func redacted() throws {
        let key = try Ed25519PrivateKey(seed: bytes(RFC8032.vectors[0].seed))
        var dumped = ""
        dump(key, to: &dumped)
        dump([key], to: &dumped)
        let texts = [
            "\(key)", String(reflecting: key), String(describing: [key]), String(describing: Optional(key)),
            dumped,
        ]
        let seed = RFC8032.vectors[0].seed
        let decimals = key.seed.prefix(3).map(String.init)
        for text in texts {
            #expect(!text.contains(seed))
            #expect(!text.contains(decimals.joined(separator: ", ")))
            #expect(!text.contains(decimals.joined(separator: "\n")))
            #expect(!text.contains("- \(decimals[0])\n"))
        }
        #expect(Mirror(reflecting: key).children.map(\.label) == ["publicKey"])
        #expect("\(key)".contains(RFC8032.vectors[0].publicKey))
    }

    @Test("many tasks sign with one key at the same time")
    func concurrent() async throws {
        let key = try Ed25519PrivateKey()
        let valid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let message = [UInt8](repeating: UInt8(index), count: index)
                    return try key.publicKey.isValidSignature(key.signature(for: message), for: message)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(valid == 200)
    }
}
