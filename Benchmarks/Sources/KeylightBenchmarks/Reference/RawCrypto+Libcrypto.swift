#if !canImport(CryptoKit)
    import CReferenceCrypto

    /// libcrypto, called directly.
    final class RawCrypto {
        private let publicKey: UnsafeMutableRawPointer
        private let sealingKey: [UInt8]

        /// Prepares the keys; that is not measured.
        init(publicKey: [UInt8], secret: [UInt8], purpose: [UInt8]) throws {
            guard reference_crypto_load() == 1 else { throw RawCryptoError.libraryUnavailable }
            guard let key = reference_key_new(publicKey, publicKey.count) else { throw RawCryptoError.badKey }
            var sealingKey = [UInt8](repeating: 0, count: 32)
            let result = reference_derive_key(
                secret,
                secret.count,
                purpose,
                purpose.count,
                &sealingKey,
                sealingKey.count
            )
            guard result == 1 else { throw RawCryptoError.badKey }
            self.publicKey = key
            self.sealingKey = sealingKey
        }

        func verify(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            reference_verify(publicKey, signature, signature.count, message, message.count) == 1
        }

        /// Reads a file and opens what stands behind its header.
        ///
        /// - Returns: the number of bytes that it holds.
        func openFile(
            _ path: String,
            headerSize: Int,
            authenticating data: [UInt8],
            buffers: inout (file: [UInt8], plaintext: [UInt8])
        ) throws -> Int {
            let size = reference_read_file(path, &buffers.file, buffers.file.count)
            guard size >= headerSize else { throw RawCryptoError.cannotOpen }
            let opened = buffers.file.withUnsafeBufferPointer { file in
                file.baseAddress.map {
                    reference_open(
                        sealingKey,
                        $0 + headerSize,
                        size - headerSize,
                        data,
                        data.count,
                        &buffers.plaintext
                    )
                }
            }
            guard let opened, opened >= 0 else { throw RawCryptoError.cannotOpen }
            return opened
        }
    }
#endif
