#if !canImport(CryptoKit)
    import CLibcrypto

    struct LibcryptoEd25519Signer: Ed25519Signer {
        let key: LibcryptoKey
        let publicKey: [UInt8]

        func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            let library = key.library
            return try library.isolatingErrors { () throws(CryptoError) in
                guard let context = library.functions.EVP_MD_CTX_new() else {
                    throw library.failure(of: "Ed25519 signature, context")
                }
                defer { library.functions.EVP_MD_CTX_free(context) }
                let isReady = library.functions.EVP_DigestSignInit_ex(
                    context,
                    nil,
                    nil,
                    library.context,
                    nil,
                    key.pointer,
                    nil
                )
                guard isReady == 1 else {
                    throw library.failure(of: "Ed25519 signature, start")
                }
                var signature = [UInt8](repeating: 0, count: Ed25519.signatureByteCount)
                var size = signature.count
                let result = library.functions.EVP_DigestSign(
                    context,
                    &signature,
                    &size,
                    message.start,
                    message.count
                )
                guard result == 1, size == signature.count else {
                    throw library.failure(of: "Ed25519 signature")
                }
                return signature
            }
        }
    }
#endif
