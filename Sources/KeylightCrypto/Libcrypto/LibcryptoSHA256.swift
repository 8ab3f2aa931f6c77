#if !canImport(CryptoKit)
    import CLibcrypto

    final class LibcryptoSHA256: SHA256Hashing {
        private let library: Libcrypto
        // Fetched once: looking an algorithm up by name costs more than hashing a short text. Never changed.
        nonisolated(unsafe) private let algorithm: OpaquePointer

        init(library: Libcrypto) throws(CryptoError) {
            algorithm = try library.isolatingErrors { () throws(CryptoError) in
                guard let algorithm = library.functions.EVP_MD_fetch(library.context, "SHA256", nil) else {
                    throw library.failure(of: "SHA-256 is not offered")
                }
                return algorithm
            }
            self.library = library
        }

        deinit {
            library.functions.EVP_MD_free(algorithm)
        }

        func digest(of message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            try library.isolatingErrors { () throws(CryptoError) in
                var digest = [UInt8](repeating: 0, count: SHA256Hash.byteCount)
                var size: UInt32 = 0
                let result = library.functions.EVP_Digest(
                    message.start,
                    message.count,
                    &digest,
                    &size,
                    algorithm,
                    nil
                )
                guard result == 1, size == SHA256Hash.byteCount else {
                    throw library.failure(of: "SHA-256")
                }
                return digest
            }
        }
    }
#endif
