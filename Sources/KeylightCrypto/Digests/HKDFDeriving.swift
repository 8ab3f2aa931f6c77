/// What a platform must offer to derive keys with HKDF and SHA-256; the caller has checked the sizes.
protocol HKDFDeriving: Sendable {
    func deriveKey(
        inputKeyMaterial: [UInt8],
        salt: [UInt8],
        info: [UInt8],
        outputByteCount: Int
    ) throws(CryptoError) -> [UInt8]
}
