#if !canImport(CryptoKit)
    import CLibcrypto

    struct LibcryptoEd25519: Ed25519Verification, Ed25519Signing {
        private static let name = "ED25519"

        let library: Libcrypto

        func verifier(publicKey: [UInt8]) throws(CryptoError) -> any Ed25519Verifier {
            let key = try library.isolatingErrors { () throws(CryptoError) in
                let pointer = library.functions.EVP_PKEY_new_raw_public_key_ex(
                    library.context,
                    Self.name,
                    nil,
                    publicKey,
                    publicKey.count
                )
                guard let pointer else {
                    throw library.failure(of: "Ed25519 public key")
                }
                return LibcryptoKey(library: library, owning: pointer)
            }
            return LibcryptoEd25519Verifier(key: key)
        }

        func signer(seed: [UInt8]) throws(CryptoError) -> any Ed25519Signer {
            try library.isolatingErrors { () throws(CryptoError) in
                let pointer = library.functions.EVP_PKEY_new_raw_private_key_ex(
                    library.context,
                    Self.name,
                    nil,
                    seed,
                    seed.count
                )
                guard let pointer else {
                    throw library.failure(of: "Ed25519 private key")
                }
                let key = LibcryptoKey(library: library, owning: pointer)
                var publicKey = [UInt8](repeating: 0, count: Ed25519.publicKeyByteCount)
                var size = publicKey.count
                let result = library.functions.EVP_PKEY_get_raw_public_key(key.pointer, &publicKey, &size)
                guard result == 1, size == publicKey.count else {
                    throw library.failure(of: "Ed25519 public key of a private key")
                }
                return LibcryptoEd25519Signer(key: key, publicKey: publicKey)
            }
        }
    }
#endif
