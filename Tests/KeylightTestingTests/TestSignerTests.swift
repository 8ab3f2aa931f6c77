import KeylightCore
import KeylightCrypto
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

@Suite struct TestSignerTests {
    private let now = Timestamp(1_772_323_200)

    @Test func leasesVerify() throws {
        let signer = try TestSigner()
        let lease = try makeLease(signer)
        let keys = try TrustedKeys(base64Keys: signer.trustedKeys)
        #expect(LeaseVerifier(trustedKeys: keys).evidence(for: lease) == .trusted(lease))
    }

    @Test func forgedAndAlteredLeasesDoNotVerify() throws {
        let signer = try TestSigner()
        let verifier = LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: signer.trustedKeys))
        let forged = signer.forge(try makeLease(signer))
        #expect(verifier.evidence(for: forged) == .badSignature(forged))
        var altered = try makeLease(signer)
        altered.expiresAt = altered.expiresAt.adding(1)
        #expect(verifier.evidence(for: altered) == .badSignature(altered))
        let signedAgain = try signer.sign(altered)
        #expect(verifier.evidence(for: signedAgain) == .trusted(signedAgain))
    }

    @Test func anotherSeedIsNotTrusted() throws {
        let stranger = try TestSigner(seed: [UInt8](repeating: 9, count: 32))
        let verifier = LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: try TestSigner().trustedKeys))
        let lease = try makeLease(stranger)
        #expect(verifier.evidence(for: lease) == .badSignature(lease))
        let other = try makeLease(try TestSigner(kid: "k2"))
        #expect(verifier.evidence(for: other) == .unknownKeyID(other))
    }

    @Test func wrongSeedIsAnError() {
        #expect(throws: CryptoError.self) { try TestSigner(seed: [1, 2, 3]) }
    }

    @Test func publicKeyIsThatOfTheSeed() throws {
        let signer = try TestSigner()
        let key = try Ed25519PrivateKey(seed: [UInt8](1...32))
        #expect(signer.publicKey == key.publicKey.rawRepresentation)
        #expect(StrictBase64.decode(signer.publicKeyBase64) == signer.publicKey)
        #expect(signer.trustedKeys == ["k1": signer.publicKeyBase64])
    }

    @Test func ambiguousFieldsAreRefused() throws {
        let signer = try TestSigner()
        #expect(throws: TestSignerError.ambiguousFields) { try makeLease(signer, entitlements: ["a,b"]) }
        #expect(throws: TestSignerError.ambiguousFields) { try makeLease(try TestSigner(kid: "k|1")) }
    }

    @Test func leaseJSONIsReadBackUnchanged() throws {
        let lease = try makeLease(try TestSigner(), entitlements: ["pro", "é\"\\\n", "z"])
        #expect(try LeaseDecoder.decode(Array(lease.json.utf8)) == lease)
        let bare = try makeLease(try TestSigner(), entitlements: [])
        #expect(try LeaseDecoder.decode(Array(bare.json.utf8)) == bare)
    }

    @Test func signedSettingsVerify() throws {
        let signer = try TestSigner()
        let tenant = try #require(ServiceIdentifier("acme"))
        let product = try #require(ServiceIdentifier("app"))
        let signed = try signer.settings(
            ProductSettings(trialDurationDays: 14, freeTierEnabled: false),
            tenant: tenant,
            product: product,
            issuedAt: now,
            expiresAt: now.adding(Seconds.day)
        )
        let payload = try #require(
            CanonicalPayload.settings(
                kid: "k1",
                tenant: tenant,
                product: product,
                issuedAt: now,
                expiresAt: now.adding(Seconds.day),
                trialDurationDays: 14,
                freeTierEnabled: false
            )
        )
        let key = try Ed25519PublicKey(rawRepresentation: signer.publicKey)
        #expect(try key.isValidSignature(try #require(signed.signature).bytes, for: payload))
        #expect(throws: TestSignerError.incompleteSettings) {
            try signer.settings(
                ProductSettings(trialDurationDays: 14),
                tenant: tenant,
                product: product,
                issuedAt: now,
                expiresAt: now.adding(1)
            )
        }
    }

    private func makeLease(_ signer: TestSigner, entitlements: [Entitlement] = ["pro"]) throws -> Lease {
        try signer.lease(
            key: try LicenseKey(parsing: "ACME-TEST-0000-0001"),
            instance: try #require(InstanceID("instance-1")),
            issuedAt: now,
            expiresAt: now.adding(7 * Seconds.day),
            entitlements: entitlements
        )
    }
}
