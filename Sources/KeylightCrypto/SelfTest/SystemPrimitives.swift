/// The primitives of the platform this runs on, each checked once at first use.
///
/// One value for each primitive: an application that only verifies does not pay for the others, and a system
/// policy that forbids one of them (a FIPS mode without ChaCha20, for example) does not take the rest away.
enum SystemPrimitives {
    static let ed25519Verification = Checked<any Ed25519Verification>(
        "Ed25519 verification",
        load: Platform.ed25519Verification,
        failure: KnownAnswer.ed25519Verification
    )

    static let ed25519Signing = Checked<any Ed25519Signing>(
        "Ed25519 signing",
        load: Platform.ed25519Signing,
        failure: { (signing) throws(CryptoError) in
            try KnownAnswer.ed25519Signing(signing, verification: ed25519Verification.get())
        }
    )

    static let chaChaPoly = Checked<any ChaChaPolySealing>(
        "ChaCha20-Poly1305",
        load: Platform.chaChaPoly,
        failure: KnownAnswer.chaChaPoly
    )

    static let sha256 = Checked<any SHA256Hashing>(
        "SHA-256",
        load: Platform.sha256,
        failure: KnownAnswer.sha256
    )

    static let hkdf = Checked<any HKDFDeriving>(
        "HKDF-SHA-256",
        load: Platform.hkdf,
        failure: KnownAnswer.hkdf
    )
}
