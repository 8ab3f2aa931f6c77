import Testing

@testable import KeylightCrypto

@Suite("SmallOrderPoint")
struct SmallOrderPointTests {
    /// The eight points of small order have five y coordinates, two of which also have an encoding that is not
    /// reduced (y + p); each can be written with either sign bit.
    static let encodings = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    @Test("a key for which anybody can sign is refused, with either sign", arguments: encodings)
    func refused(encoding: String) throws {
        var raw = try bytes(encoding)
        #expect(throws: CryptoError.weakPublicKey) { try Ed25519PublicKey(rawRepresentation: raw) }
        raw[31] ^= 0x80
        #expect(throws: CryptoError.weakPublicKey) { try Ed25519PublicKey(rawRepresentation: raw) }
    }

    @Test("a key that differs from one in any other bit is not refused", arguments: encodings)
    func neighbours(encoding: String) throws {
        let raw = try bytes(encoding)
        let known = try Set(Self.encodings.map { try bytes($0) })
        for bit in 0..<255 {
            var other = raw
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(SmallOrderPoint.isEncoded(by: other) == known.contains(other))
        }
    }

    #if !canImport(CryptoKit)
        @Test("without the check, a signature made of nothing is valid for every message")
        func whyItMatters() throws {
            let identity: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
            let forged = identity + [UInt8](repeating: 0, count: 32)
            let verifier = try LibcryptoEd25519(library: Libcrypto.shared.get()).verifier(publicKey: identity)
            #expect(try verifier.isValid(forged, for: Array("anything".utf8)))
            #expect(try verifier.isValid(forged, for: []))
        }
    #endif
}
