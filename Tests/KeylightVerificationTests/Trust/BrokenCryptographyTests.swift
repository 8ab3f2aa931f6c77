import KeylightCore
@testable import KeylightCrypto
@testable import KeylightVerification
import Testing

/// Without a working cryptography library nothing is believed, nothing is called forged, and nothing traps.
@Suite("Broken cryptography")
struct BrokenCryptographyTests {
    /// Prepares every key and then gives no answer.
    private struct Mute: Ed25519Verification, Ed25519Verifier {
        func verifier(publicKey: [UInt8]) throws(CryptoError) -> any Ed25519Verifier { self }

        func isValid(
            _ signature: UnsafeRawBufferPointer,
            for message: UnsafeRawBufferPointer
        ) throws(CryptoError) -> Bool {
            throw .operationFailed("no memory")
        }
    }

    private let failure = CryptoError.operationFailed("no memory")

    private func muteKeys() throws -> TrustedKeys {
        let bytes = try LeaseFixture().key.publicKey.rawRepresentation
        return try TrustedKeys(
            checking: [("k1", bytes)],
            makeKey: { (bytes) throws(CryptoError) in
                try Ed25519PublicKey(
                    rawRepresentation: bytes,
                    using: Checked("mute", load: { Mute() }, failure: { _ in nil })
                )
            }
        )
    }

    @Test("a missing library is a case of its own when keys are configured")
    func configuration() throws {
        let bytes = try LeaseFixture().key.publicKey.rawRepresentation
        let missing = CryptoError.libraryUnavailable("install libssl3")
        #expect(throws: TrustedKeyError(kid: "k1", problem: .cryptographyUnavailable(missing))) {
            try TrustedKeys(checking: [("k1", bytes)], makeKey: { (_) throws(CryptoError) in throw missing })
        }
        // What is wrong with the key itself is found without the library.
        #expect(throws: TrustedKeyError(kid: "k1", problem: .wrongLength(bytes: 31))) {
            try TrustedKeys(
                checking: [("k1", Array(bytes.dropLast()))],
                makeKey: { (_) throws(CryptoError) in throw missing }
            )
        }
    }

    @Test("a lease is then unverifiable, neither trusted nor forged")
    func lease() throws {
        let lease = try LeaseFixture().lease()
        let verifier = LeaseVerifier(trustedKeys: try muteKeys())
        #expect(throws: failure) { try verifier.verify(lease, at: lease.issuedAt) }
        #expect(verifier.evidence(for: lease) == .unverifiable(lease, failure.description))
        var unknown = lease
        unknown.kid = "k9"
        #expect(verifier.evidence(for: unknown) == .unknownKeyID(unknown))
    }

    @Test("signed settings are then refused with the cause, and unsigned ones are as ever")
    func settings() throws {
        let verifier = try SettingsVerifier(
            trustedKeys: muteKeys(),
            tenant: #require(ServiceIdentifier("testco")),
            product: #require(ServiceIdentifier("testapp"))
        )
        let settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
        let signature = SettingsSignature(
            kid: "k1",
            issuedAt: Timestamp(1),
            expiresAt: Timestamp(2),
            bytes: Array(repeating: 0, count: 64)
        )
        #expect(
            verifier.verify(SignedSettings(settings: settings, signature: signature), at: Timestamp(1))
                == .refused(.cryptographyUnavailable(failure))
        )
        #expect(verifier.verify(SignedSettings(settings: settings), at: Timestamp(1)) == .accepted(settings))
    }
}
