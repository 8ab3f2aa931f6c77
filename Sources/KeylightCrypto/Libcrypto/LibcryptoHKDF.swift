#if !canImport(CryptoKit)
    import CLibcrypto

    final class LibcryptoHKDF: HKDFDeriving {
        private let library: Libcrypto
        // Never changed after it was fetched; each derivation has a context of its own.
        nonisolated(unsafe) private let algorithm: OpaquePointer

        init(library: Libcrypto) throws(CryptoError) {
            algorithm = try library.isolatingErrors { () throws(CryptoError) in
                guard let algorithm = library.functions.EVP_KDF_fetch(library.context, "HKDF", nil) else {
                    throw library.failure(of: "HKDF is not offered")
                }
                return algorithm
            }
            self.library = library
        }

        deinit {
            library.functions.EVP_KDF_free(algorithm)
        }

        func deriveKey(
            inputKeyMaterial: [UInt8],
            salt: [UInt8],
            info: [UInt8],
            outputByteCount: Int
        ) throws(CryptoError) -> [UInt8] {
            try library.isolatingErrors { () throws(CryptoError) in
                var key = [UInt8](repeating: 0, count: outputByteCount)
                let result = withUnsafePointer(to: library.functions) { functions in
                    keylight_hkdf_sha256(
                        functions,
                        algorithm,
                        inputKeyMaterial,
                        inputKeyMaterial.count,
                        salt,
                        salt.count,
                        info,
                        info.count,
                        &key,
                        key.count
                    )
                }
                guard result == 1 else {
                    throw library.failure(of: "HKDF")
                }
                return key
            }
        }
    }
#endif
