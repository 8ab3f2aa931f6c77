#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    struct CryptoKitEd25519: Ed25519Verification, Ed25519Signing {
        func verifier(publicKey: [UInt8]) throws(CryptoError) -> any Ed25519Verifier {
            do {
                return CryptoKitEd25519Verifier(key: try .init(rawRepresentation: publicKey))
            } catch {
                throw .operationFailed("Ed25519 public key: \(error)")
            }
        }

        func signer(seed: [UInt8]) throws(CryptoError) -> any Ed25519Signer {
            do {
                return CryptoKitEd25519Signer(key: try .init(rawRepresentation: seed))
            } catch {
                throw .operationFailed("Ed25519 private key: \(error)")
            }
        }
    }

    private struct CryptoKitEd25519Verifier: Ed25519Verifier {
        let key: Curve25519.Signing.PublicKey

        func isValid(_ signature: UnsafeRawBufferPointer, for message: UnsafeRawBufferPointer) -> Bool {
            key.isValidSignature(signature, for: message)
        }
    }

    private struct CryptoKitEd25519Signer: Ed25519Signer {
        let key: Curve25519.Signing.PrivateKey

        var publicKey: [UInt8] {
            Array(key.publicKey.rawRepresentation)
        }

        func signature(for message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
            do {
                return Array(try key.signature(for: message))
            } catch {
                throw .operationFailed("Ed25519 signature: \(error)")
            }
        }
    }
#endif
