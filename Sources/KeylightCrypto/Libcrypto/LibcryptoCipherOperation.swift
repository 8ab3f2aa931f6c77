#if !canImport(CryptoKit)
    import CLibcrypto

    /// One box being sealed or opened: the library's steps, in the order it wants them.
    struct LibcryptoCipherOperation: ~Copyable {
        enum Direction: Int32 {
            case open = 0
            case seal = 1
        }

        // EVP_CTRL_AEAD_GET_TAG and EVP_CTRL_AEAD_SET_TAG of OpenSSL 3's evp.h.
        private static let getTag: Int32 = 0x10
        private static let setTag: Int32 = 0x11

        private let cipher: LibcryptoChaChaPoly
        private let context: OpaquePointer

        private var functions: KeylightLibcrypto { cipher.library.functions }

        init(
            _ cipher: LibcryptoChaChaPoly,
            key: [UInt8],
            nonce: [UInt8],
            direction: Direction
        ) throws(CryptoError) {
            let functions = cipher.library.functions
            guard let context = functions.EVP_CIPHER_CTX_new() else {
                throw cipher.library.failure(of: "ChaCha20-Poly1305, context")
            }
            let isReady = functions.EVP_CipherInit_ex2(
                context,
                cipher.algorithm,
                key,
                nonce,
                direction.rawValue,
                nil
            )
            guard isReady == 1 else {
                let error = cipher.library.failure(of: "ChaCha20-Poly1305, start")
                functions.EVP_CIPHER_CTX_free(context)
                throw error
            }
            self.cipher = cipher
            self.context = context
        }

        deinit {
            // Also wipes the key and what is left of the stream.
            cipher.library.functions.EVP_CIPHER_CTX_free(context)
        }

        /// Feeds data that is authenticated only: an update without output.
        func authenticate(_ additionalData: UnsafeRawBufferPointer) throws(CryptoError) {
            try update(additionalData, into: nil)
        }

        /// Feeds data and gives what it turns into; a stream cipher's output is as long as its input.
        func update(_ input: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            // An array of no capacity is the one all empty arrays share; to write its count is a race.
            if input.isEmpty { return [] }
            return try [UInt8](unsafeUninitializedCapacity: input.count) {
                (buffer, used) throws(CryptoError) in
                try update(input, into: buffer.baseAddress)
                used = input.count
            }
        }

        private func update(
            _ input: UnsafeRawBufferPointer,
            into output: UnsafeMutablePointer<UInt8>?
        ) throws(CryptoError) {
            var offset = 0
            while offset < input.count {
                let size = min(cipher.largestUpdate, input.count - offset)
                var written: Int32 = 0
                let result = functions.EVP_CipherUpdate(
                    context,
                    output.map { $0 + offset },
                    &written,
                    input.start + offset,
                    Int32(size)
                )
                guard result == 1, Int(written) == size else {
                    throw cipher.library.failure(of: "ChaCha20-Poly1305")
                }
                offset += size
            }
        }

        /// Whether the last step succeeded; when opening, that the tag is right.
        func isFinished() -> Bool {
            var rest = [UInt8](repeating: 0, count: 64)
            var written: Int32 = 0
            return functions.EVP_CipherFinal_ex(context, &rest, &written) == 1 && written == 0
        }

        func finish() throws(CryptoError) {
            guard isFinished() else {
                throw cipher.library.failure(of: "ChaCha20-Poly1305, end")
            }
        }

        func readTag(into tag: inout [UInt8]) throws(CryptoError) {
            try control(Self.getTag, &tag)
        }

        func expectTag(_ tag: inout [UInt8]) throws(CryptoError) {
            try control(Self.setTag, &tag)
        }

        private func control(_ command: Int32, _ tag: inout [UInt8]) throws(CryptoError) {
            guard functions.EVP_CIPHER_CTX_ctrl(context, command, Int32(tag.count), &tag) == 1 else {
                throw cipher.library.failure(of: "ChaCha20-Poly1305, tag")
            }
        }
    }
#endif
