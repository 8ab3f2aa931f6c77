import KeylightCrypto

@testable import KeylightLeaseStore

/// A machine without the cryptographic library.
struct MissingCipher: RecordCipher {
    func seal(
        _ plaintext: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        throw .libraryUnavailable("libcrypto.so.3 not found: install libssl3")
    }

    func open(
        _ sealed: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        throw .libraryUnavailable("libcrypto.so.3 not found: install libssl3")
    }
}
