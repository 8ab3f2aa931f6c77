extension KnownAnswer {
    /// FIPS 180-4's example: the digest of "abc".
    static func sha256(_ primitive: any SHA256Hashing) throws(CryptoError) -> String? {
        let digest = try [UInt8]("abc".utf8).withBytes { (message) throws(CryptoError) in
            try primitive.digest(of: message)
        }
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        return Hexadecimal.encode(digest) == known ? nil : "a digest differs from the known one"
    }

    /// RFC 5869, appendix A.1.
    static func hkdf(_ primitive: any HKDFDeriving) throws(CryptoError) -> String? {
        let key = try primitive.deriveKey(
            inputKeyMaterial: [UInt8](repeating: 0x0b, count: 22),
            salt: [UInt8](0x00...0x0c),
            info: [UInt8](0xf0...0xf9),
            outputByteCount: 42
        )
        let known =
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        return Hexadecimal.encode(key) == known ? nil : "a derived key differs from the known one"
    }
}
