import KeylightCrypto

/// What makes a record's key from a store's secret; a seam, so that a missing library can be tried.
protocol RecordKey: Sendable {
    /// The cipher under the key.
    func cipher(secret: [UInt8]) throws(CryptoError) -> ChaChaPolyCipher
}
