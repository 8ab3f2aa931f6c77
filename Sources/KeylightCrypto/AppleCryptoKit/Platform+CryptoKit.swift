#if canImport(CryptoKit)
    /// The primitives of Apple's systems; they are part of the system, so making them cannot fail.
    enum Platform {
        static func ed25519Verification() -> any Ed25519Verification { CryptoKitEd25519() }

        static func ed25519Signing() -> any Ed25519Signing { CryptoKitEd25519() }

        static func chaChaPoly() -> any ChaChaPolySealing { CryptoKitChaChaPoly() }

        static func sha256() -> any SHA256Hashing { CryptoKitSHA256() }

        static func hkdf() -> any HKDFDeriving { CryptoKitHKDF() }

        static func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) {
            var generator = SystemRandomNumberGenerator()
            for index in buffer.indices {
                buffer[index] = generator.next()
            }
        }
    }
#endif
