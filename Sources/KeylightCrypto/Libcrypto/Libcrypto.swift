#if !canImport(CryptoKit)
    import CLibcrypto

    /// The system's libcrypto 3, loaded at run time.
    ///
    /// It works in a library context of its own: what the application, its other libraries or the machine's
    /// OpenSSL configuration file set up for the default context (providers, engines, default properties) does not
    /// reach it, and it changes nothing for them.
    final class Libcrypto: Sendable {
        /// The library of this process. A missing one stays missing until the next start.
        static let shared = Result { () throws(CryptoError) in
            try Libcrypto(names: ["libcrypto.so.3", "libcrypto.so"])
        }

        let functions: KeylightLibcrypto

        // Only ever handed to the library, which locks what threads share; freed by the last owner.
        nonisolated(unsafe) let context: OpaquePointer

        /// Loads the first of the named libraries that is version 3.
        ///
        /// - Throws: `CryptoError.libraryUnavailable`.
        init(names: [String]) throws(CryptoError) {
            let functions = try Self.load(names: names)
            guard let context = functions.OSSL_LIB_CTX_new() else {
                throw .libraryUnavailable(
                    "libcrypto 3 was loaded but could not be set up (no library context)"
                )
            }
            self.functions = functions
            self.context = context
        }

        deinit {
            functions.OSSL_LIB_CTX_free(context)
        }
    }
#endif
