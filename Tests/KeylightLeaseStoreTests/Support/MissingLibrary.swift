import KeylightCrypto

@testable import KeylightLeaseStore

/// A machine without the cryptographic library.
struct MissingLibrary: RecordKey {
    func cipher(secret: [UInt8]) throws(CryptoError) -> ChaChaPolyCipher {
        throw .libraryUnavailable("libcrypto.so.3 not found: install libssl3")
    }
}
