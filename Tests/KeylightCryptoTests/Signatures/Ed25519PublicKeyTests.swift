import KeylightCrypto
import Testing

@Suite("Ed25519PublicKey")
struct Ed25519PublicKeyTests {
    private let vector = RFC8032.vectors[2]

    @Test("a key that is not 32 bytes long is refused", arguments: [0, 1, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(throws: CryptoError.invalidKeyLength(expected: 32, actual: count)) {
            try Ed25519PublicKey(rawRepresentation: [UInt8](repeating: 7, count: count))
        }
    }

    @Test("a signature that is not 64 bytes long is not valid, and no error", arguments: [0, 1, 63, 65, 128])
    func signatureLength(count: Int) throws {
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let good = try bytes(vector.signature)
        let signature = Array((good + good).prefix(count))
        #expect(try !key.isValidSignature(signature, for: bytes(vector.message)))
    }

    @Test("a signature with any one bit flipped is not valid")
    func flippedSignature() throws {
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let message = try bytes(vector.message)
        let good = try bytes(vector.signature)
        var refused = 0
        for bit in 0..<(good.count * 8) {
            var signature = good
            signature[bit / 8] ^= 1 << (bit % 8)
            refused += try key.isValidSignature(signature, for: message) ? 0 : 1
        }
        #expect(refused == 512)
        #expect(try key.isValidSignature(good, for: message))
    }

    @Test("a message with any one bit flipped, shortened or lengthened is not the signed one")
    func flippedMessage() throws {
        let vector = RFC8032.vectors[4]
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let signature = try bytes(vector.signature)
        let good = try bytes(vector.message)
        for bit in 0..<(good.count * 8) {
            var message = good
            message[bit / 8] ^= 1 << (bit % 8)
            #expect(try !key.isValidSignature(signature, for: message))
        }
        #expect(try !key.isValidSignature(signature, for: good.dropLast()))
        #expect(try !key.isValidSignature(signature, for: good + [0]))
        #expect(try !key.isValidSignature(signature, for: []))
        #expect(try key.isValidSignature(signature, for: good))
    }

    @Test("a public key with any one bit flipped accepts nothing")
    func flippedKey() throws {
        let good = try bytes(vector.publicKey)
        for bit in 0..<(good.count * 8) {
            var raw = good
            raw[bit / 8] ^= 1 << (bit % 8)
            let key = try Ed25519PublicKey(rawRepresentation: raw)
            #expect(try !key.isValidSignature(bytes(vector.signature), for: bytes(vector.message)))
        }
    }

    @Test("bytes that are no point of the curve make a key that accepts nothing")
    func noPoint() throws {
        // y = 2 has no x on the curve.
        let key = try Ed25519PublicKey(rawRepresentation: [2] + [UInt8](repeating: 0, count: 31))
        #expect(try !key.isValidSignature(bytes(vector.signature), for: bytes(vector.message)))
    }

    @Test("a message of many megabytes is verified")
    func largeMessage() throws {
        let key = try Ed25519PrivateKey(seed: bytes(vector.seed))
        var message = [UInt8](repeating: 0x5a, count: 5_000_003)
        let signature = try key.signature(for: message)
        #expect(try key.publicKey.isValidSignature(signature, for: message))
        message[message.count - 1] ^= 1
        #expect(try !key.publicKey.isValidSignature(signature, for: message))
    }

    @Test("many tasks verify with one key at the same time")
    func concurrent() async throws {
        let key = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let message = try bytes(vector.message)
        let good = try bytes(vector.signature)
        let answers = try await withThrowingTaskGroup(of: (expected: Bool, answer: Bool).self) { group in
            for index in 0..<400 {
                group.addTask {
                    var signature = good
                    signature[index % 64] ^= index.isMultiple(of: 2) ? 0 : 1
                    let answer = try key.isValidSignature(signature, for: message)
                    return (index.isMultiple(of: 2), answer)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 400)
        #expect(answers.allSatisfy { $0.expected == $0.answer })
    }

    @Test("keys are equal when their bytes are, and can be looked up")
    func equality() throws {
        let first = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let same = try Ed25519PublicKey(rawRepresentation: bytes(vector.publicKey))
        let other = try Ed25519PublicKey(rawRepresentation: bytes(RFC8032.vectors[0].publicKey))
        #expect(first == same)
        #expect(first != other)
        #expect(Set([first, same, other]).count == 2)
        #expect(first.description == "Ed25519PublicKey(\(vector.publicKey))")
    }
}
