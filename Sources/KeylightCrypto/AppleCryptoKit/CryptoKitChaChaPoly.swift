#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    struct CryptoKitChaChaPoly: ChaChaPolySealing {
        func seal(
            _ plaintext: UnsafeRawBufferPointer,
            key: [UInt8],
            nonce: [UInt8],
            authenticating additionalData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> [UInt8] {
            do {
                let box = try ChaChaPoly.seal(
                    plaintext,
                    using: SymmetricKey(data: key),
                    nonce: ChaChaPoly.Nonce(data: nonce),
                    authenticating: additionalData
                )
                return Array(box.combined)
            } catch {
                throw .operationFailed("ChaCha20-Poly1305 seal: \(error)")
            }
        }

        func open(
            _ box: UnsafeRawBufferPointer,
            key: [UInt8],
            authenticating additionalData: UnsafeRawBufferPointer
        ) throws(CryptoError) -> [UInt8] {
            do {
                let box = try ChaChaPoly.SealedBox(combined: box)
                let key = SymmetricKey(data: key)
                return Array(try ChaChaPoly.open(box, using: key, authenticating: additionalData))
            } catch CryptoKitError.authenticationFailure {
                throw .authenticationFailed
            } catch {
                throw .operationFailed("ChaCha20-Poly1305 open: \(error)")
            }
        }
    }
#endif
