#if !canImport(CryptoKit)
    import CLibcrypto

    /// A key object of libcrypto, freed with its last user.
    ///
    /// Sendable, because nothing changes the key after it was made and the library locks what its operations cache
    /// in it (OpenSSL's manual, "openssl-threads").
    final class LibcryptoKey: Sendable {
        let library: Libcrypto
        nonisolated(unsafe) let pointer: OpaquePointer

        /// Takes over the key object.
        init(library: Libcrypto, owning pointer: OpaquePointer) {
            self.library = library
            self.pointer = pointer
        }

        deinit {
            library.functions.EVP_PKEY_free(pointer)
        }
    }
#endif
