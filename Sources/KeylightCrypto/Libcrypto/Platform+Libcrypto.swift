#if !canImport(CryptoKit)
    import CLibcrypto

    /// The primitives of Linux, from the system's libcrypto 3.
    enum Platform {
        static func ed25519Verification() throws(CryptoError) -> any Ed25519Verification {
            LibcryptoEd25519(library: try Libcrypto.shared.get())
        }

        static func ed25519Signing() throws(CryptoError) -> any Ed25519Signing {
            LibcryptoEd25519(library: try Libcrypto.shared.get())
        }

        static func chaChaPoly() throws(CryptoError) -> any ChaChaPolySealing {
            try LibcryptoChaChaPoly(library: Libcrypto.shared.get())
        }

        static func sha256() throws(CryptoError) -> any SHA256Hashing {
            try LibcryptoSHA256(library: Libcrypto.shared.get())
        }

        static func hkdf() throws(CryptoError) -> any HKDFDeriving {
            try LibcryptoHKDF(library: Libcrypto.shared.get())
        }

        static func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            guard let start = buffer.baseAddress, !buffer.isEmpty else {
                return
            }
            let failure = keylight_random_bytes(
                start.assumingMemoryBound(to: UInt8.self),
                buffer.count
            )
            guard failure == 0 else {
                throw .operationFailed("the kernel gave no random bytes (getrandom, error \(failure))")
            }
        }
    }
#endif
