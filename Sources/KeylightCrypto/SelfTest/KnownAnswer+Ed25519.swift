extension KnownAnswer {
    /// RFC 8032, section 7.1, test 3: seed, public key, message and signature.
    private static let seed = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
    private static let publicKey = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    private static let message: [UInt8] = [0xaf, 0x82]
    private static let signature =
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"

    /// A good signature must be accepted; the same one with a flipped bit, or for another message, refused.
    static func ed25519Verification(_ primitive: any Ed25519Verification) throws(CryptoError) -> String? {
        guard let publicKey = Hexadecimal.decode(publicKey), var signature = Hexadecimal.decode(signature)
        else {
            return "the known answer is unreadable"
        }
        let verifier = try primitive.verifier(publicKey: publicKey)
        guard try verifier.isValid(signature, for: message) else {
            return "a good signature was refused"
        }
        guard try !verifier.isValid(signature, for: message + [0]) else {
            return "a signature for another message was accepted"
        }
        signature[0] ^= 1
        guard try !verifier.isValid(signature, for: message) else {
            return "an altered signature was accepted"
        }
        return nil
    }

    /// The public key of a known seed must come out, and a signature that the platform's verification accepts.
    ///
    /// The signature's bytes are not compared: Apple's implementation mixes random bytes into each.
    static func ed25519Signing(
        _ primitive: any Ed25519Signing,
        verification: any Ed25519Verification
    ) throws(CryptoError) -> String? {
        guard let seed = Hexadecimal.decode(seed), let publicKey = Hexadecimal.decode(publicKey) else {
            return "the known answer is unreadable"
        }
        let signer = try primitive.signer(seed: seed)
        guard signer.publicKey == publicKey else {
            return "a seed gave a wrong public key"
        }
        let signature = try message.withBytes { (message) throws(CryptoError) in
            try signer.signature(for: message)
        }
        guard try verification.verifier(publicKey: publicKey).isValid(signature, for: message) else {
            return "the signature made for a known key is not valid"
        }
        return nil
    }
}

extension Ed25519Verifier {
    /// The same question with arrays.
    func isValid(_ signature: [UInt8], for message: [UInt8]) throws(CryptoError) -> Bool {
        try signature.withBytes { (signature) throws(CryptoError) in
            try message.withBytes { (message) throws(CryptoError) in
                try isValid(signature, for: message)
            }
        }
    }
}
