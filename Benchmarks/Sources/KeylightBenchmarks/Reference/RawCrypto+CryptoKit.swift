#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    /// CryptoKit, called directly.
    final class RawCrypto {
        private let publicKey: Curve25519.Signing.PublicKey
        private let sealingKey: SymmetricKey

        /// Prepares the keys; that is not measured.
        init(publicKey: [UInt8], secret: [UInt8], purpose: [UInt8]) throws {
            self.publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
            sealingKey = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret),
                info: purpose,
                outputByteCount: 32
            )
        }

        func verify(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            publicKey.isValidSignature(signature, for: message)
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
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            let box = try ChaChaPoly.SealedBox(combined: file.dropFirst(headerSize))
            return try ChaChaPoly.open(box, using: sealingKey, authenticating: data).count
        }
    }
#endif
