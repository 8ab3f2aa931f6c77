import Testing

@testable import KeylightCrypto

@Suite("The self-test fails closed")
struct SelfTestTests {
    @Test("a broken verifier never becomes a key", arguments: BrokenEd25519.Fault.allCases)
    func verification(fault: BrokenEd25519.Fault) throws {
        let checked = Checked<any Ed25519Verification>(
            "broken",
            load: { BrokenEd25519(fault: fault) },
            failure: KnownAnswer.ed25519Verification
        )
        let raw = try bytes(RFC8032.vectors[2].publicKey)
        // Every call, not only the first.
        for _ in 0..<3 {
            let error = try #require(throws: CryptoError.self) {
                try Ed25519PublicKey(rawRepresentation: raw, using: checked)
            }
            #expect(error.isSelfTestFailure)
        }
    }

    @Test("a signer with a wrong key or wrong signatures signs nothing")
    func signing() throws {
        for publicKey in [[UInt8](repeating: 5, count: 32), try bytes(RFC8032.vectors[2].publicKey)] {
            let checked = Checked<any Ed25519Signing>(
                "broken",
                load: { BrokenSigning(publicKey: publicKey) },
                failure: { (signing) throws(CryptoError) in
                    try KnownAnswer.ed25519Signing(
                        signing,
                        verification: SystemPrimitives.ed25519Verification.get()
                    )
                }
            )
            for _ in 0..<3 {
                let error = try #require(throws: CryptoError.self) {
                    try Ed25519PrivateKey(seed: [UInt8](repeating: 1, count: 32), using: checked)
                }
                #expect(error.isSelfTestFailure)
            }
        }
    }

    @Test("a broken cipher seals and opens nothing", arguments: BrokenSealing.Fault.allCases)
    func sealing(fault: BrokenSealing.Fault) throws {
        let checked = Checked<any ChaChaPolySealing>(
            "broken",
            load: { BrokenSealing(fault: fault) },
            failure: KnownAnswer.chaChaPoly
        )
        for _ in 0..<3 {
            let error = try #require(throws: CryptoError.self) {
                try ChaChaPolyCipher(key: [UInt8](repeating: 1, count: 32), using: checked)
            }
            #expect(error.isSelfTestFailure)
        }
    }

    @Test("a broken digest gives none")
    func hashing() throws {
        let checked = Checked<any SHA256Hashing>(
            "broken",
            load: { BrokenHashing() },
            failure: KnownAnswer.sha256
        )
        for _ in 0..<3 {
            let error = try #require(throws: CryptoError.self) {
                try SHA256Hash.digest(of: [1], using: checked)
            }
            #expect(error == .selfTestFailed("broken: a digest differs from the known one"))
        }
    }

    @Test("a broken derivation gives no key")
    func deriving() throws {
        let checked = Checked<any HKDFDeriving>(
            "broken",
            load: { BrokenDeriving() },
            failure: KnownAnswer.hkdf
        )
        for _ in 0..<3 {
            let error = try #require(throws: CryptoError.self) {
                try HKDFSHA256.deriveKey(
                    inputKeyMaterial: [1],
                    salt: [],
                    info: [],
                    outputByteCount: 32,
                    using: checked
                )
            }
            #expect(error.isSelfTestFailure)
        }
    }

    @Test("the platform's own primitives pass")
    func system() throws {
        #expect(try KnownAnswer.ed25519Verification(SystemPrimitives.ed25519Verification.get()) == nil)
        #expect(try KnownAnswer.chaChaPoly(SystemPrimitives.chaChaPoly.get()) == nil)
        #expect(try KnownAnswer.sha256(SystemPrimitives.sha256.get()) == nil)
        #expect(try KnownAnswer.hkdf(SystemPrimitives.hkdf.get()) == nil)
        let failure = try KnownAnswer.ed25519Signing(
            SystemPrimitives.ed25519Signing.get(),
            verification: SystemPrimitives.ed25519Verification.get()
        )
        #expect(failure == nil)
    }
}

extension CryptoError {
    fileprivate var isSelfTestFailure: Bool {
        if case .selfTestFailed = self { true } else { false }
    }
}
