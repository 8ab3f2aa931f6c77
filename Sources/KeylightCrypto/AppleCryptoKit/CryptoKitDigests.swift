#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    struct CryptoKitSHA256: SHA256Hashing {
        func digest(of message: UnsafeRawBufferPointer) -> [UInt8] {
            var hash = SHA256()
            hash.update(bufferPointer: message)
            return Array(hash.finalize())
        }
    }

    struct CryptoKitHKDF: HKDFDeriving {
        func deriveKey(
            inputKeyMaterial: [UInt8],
            salt: [UInt8],
            info: [UInt8],
            outputByteCount: Int
        ) -> [UInt8] {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: inputKeyMaterial),
                salt: salt,
                info: info,
                outputByteCount: outputByteCount
            ).withUnsafeBytes { Array($0) }
        }
    }
#endif
