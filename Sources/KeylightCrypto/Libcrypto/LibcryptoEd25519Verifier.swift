#if !canImport(CryptoKit)
    import CLibcrypto

    struct LibcryptoEd25519Verifier: Ed25519Verifier {
        let key: LibcryptoKey

        func isValid(
            _ signature: UnsafeRawBufferPointer,
            for message: UnsafeRawBufferPointer
        ) throws(CryptoError) -> Bool {
            let library = key.library
            return try library.isolatingErrors { () throws(CryptoError) in
                guard let context = library.functions.EVP_MD_CTX_new() else {
                    throw library.failure(of: "Ed25519 verification, context")
                }
                defer { library.functions.EVP_MD_CTX_free(context) }
                let isReady = library.functions.EVP_DigestVerifyInit_ex(
                    context,
                    nil,
                    nil,
                    library.context,
                    nil,
                    key.pointer,
                    nil
                )
                guard isReady == 1 else {
                    throw library.failure(of: "Ed25519 verification, start")
                }
                let result = library.functions.EVP_DigestVerify(
                    context,
                    signature.start,
                    signature.count,
                    message.start,
                    message.count
                )
                // The manual: 1 is valid, 0 is not valid, anything else means that there is no answer.
                switch result {
                case 1: return true
                case 0: return false
                default: throw library.failure(of: "Ed25519 verification")
                }
            }
        }
    }
#endif
