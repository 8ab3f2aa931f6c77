#if !canImport(CryptoKit)
    import CLibcrypto

    final class LibcryptoChaChaPoly: ChaChaPolySealing {
        let library: Libcrypto
        // Never changed after it was fetched; each box has a context of its own.
        nonisolated(unsafe) let algorithm: OpaquePointer

        /// The most bytes for one call, whose count is a C int.
        let largestUpdate: Int

        init(library: Libcrypto, largestUpdate: Int = 1 << 30) throws(CryptoError) {
            algorithm = try library.isolatingErrors { () throws(CryptoError) in
                let name = "ChaCha20-Poly1305"
                guard let algorithm = library.functions.EVP_CIPHER_fetch(library.context, name, nil) else {
                    throw library.failure(of: "ChaCha20-Poly1305 is not offered")
                }
                return algorithm
            }
            self.library = library
            self.largestUpdate = largestUpdate
        }

        deinit {
            library.functions.EVP_CIPHER_free(algorithm)
        }

        func seal(
            _ plaintext: UnsafeRawBufferPointer,
            key: [UInt8],
            nonce: [UInt8],
            authenticating additionalData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> [UInt8] {
            try library.isolatingErrors { () throws(CryptoError) in
                let operation = try LibcryptoCipherOperation(self, key: key, nonce: nonce, direction: .seal)
                try operation.authenticate(additionalData)
                var tag = [UInt8](repeating: 0, count: ChaChaPolyFormat.tagByteCount)
                var box = nonce
                box.append(contentsOf: try operation.update(plaintext))
                try operation.finish()
                try operation.readTag(into: &tag)
                box.append(contentsOf: tag)
                return box
            }
        }

        func open(
            _ box: UnsafeRawBufferPointer,
            key: [UInt8],
            authenticating additionalData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> [UInt8] {
            try library.isolatingErrors { () throws(CryptoError) in
                let nonce = [UInt8](box.prefix(ChaChaPolyFormat.nonceByteCount))
                var tag = [UInt8](box.suffix(ChaChaPolyFormat.tagByteCount))
                let ciphertext = UnsafeRawBufferPointer(
                    rebasing: box.dropFirst(nonce.count).dropLast(tag.count)
                )
                let operation = try LibcryptoCipherOperation(self, key: key, nonce: nonce, direction: .open)
                try operation.authenticate(additionalData)
                try operation.expectTag(&tag)
                let plaintext = try operation.update(ciphertext)
                guard operation.isFinished() else {
                    throw .authenticationFailed
                }
                return plaintext
            }
        }
    }
#endif
