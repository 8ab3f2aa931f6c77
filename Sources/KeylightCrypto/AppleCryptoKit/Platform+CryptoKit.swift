#if canImport(CryptoKit)
    /// The primitives of Apple's systems. They are part of the system, so making them never fails; they are declared
    /// like those of Linux, which may.
    enum Platform {
        static func ed25519Verification() throws(CryptoError) -> any Ed25519Verification {
            CryptoKitEd25519()
        }

        static func ed25519Signing() throws(CryptoError) -> any Ed25519Signing { CryptoKitEd25519() }

        static func chaChaPoly() throws(CryptoError) -> any ChaChaPolySealing { CryptoKitChaChaPoly() }

        static func sha256() throws(CryptoError) -> any SHA256Hashing { CryptoKitSHA256() }

        static func hkdf() throws(CryptoError) -> any HKDFDeriving { CryptoKitHKDF() }

        static func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            var generator = SystemRandomNumberGenerator()
            for index in buffer.indices {
                buffer[index] = generator.next()
            }
        }
    }
#endif
