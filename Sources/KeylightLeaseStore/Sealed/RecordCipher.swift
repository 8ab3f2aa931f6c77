import KeylightCrypto

/// What seals and opens a record's bytes with a store's secret; a seam, so that a missing library can be tried.
protocol RecordCipher: Sendable {
    func seal(
        _ plaintext: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8]

    func open(
        _ sealed: [UInt8],
        secret: [UInt8],
        authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8]
}
