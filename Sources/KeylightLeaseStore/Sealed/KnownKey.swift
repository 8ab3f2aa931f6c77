import KeylightCrypto

/// A secret and what its key gave, kept in memory so that neither has to be read or derived for each record.
struct KnownKey: Sendable {
    let secret: [UInt8]
    let cipher: ChaChaPolyCipher
}
