extension KnownAnswer {
    /// RFC 8439, section 2.8.2: the box must come out byte for byte, open again, and be refused when altered.
    static func chaChaPoly(_ primitive: any ChaChaPolySealing) throws(CryptoError) -> String? {
        let key = [UInt8](0x80...0x9f)
        let nonce: [UInt8] = [0x07, 0, 0, 0] + (0x40...0x47)
        let plaintext = [UInt8](
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
                .utf8
        )
        let additionalData: [UInt8] = [0x50, 0x51, 0x52, 0x53] + (0xc0...0xc7)
        let ciphertextAndTag = Hexadecimal.decode(
            "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                + "3ff4def08e4b7a9de576d26586cec64b6116"
                + "1ae10b594f09e26a7e902ecbd0600691"
        )
        guard let ciphertextAndTag else {
            return "the known answer is unreadable"
        }
        let sealed = try plaintext.withBytes { (plaintext) throws(CryptoError) in
            try additionalData.withBytes { (additionalData) throws(CryptoError) in
                try primitive.seal(plaintext, key: key, nonce: nonce, authenticating: additionalData)
            }
        }
        guard sealed == nonce + ciphertextAndTag else {
            return "a sealed box differs from the known one"
        }
        guard try open(sealed, key: key, additionalData: additionalData, with: primitive) == plaintext else {
            return "a known box did not open to its plaintext"
        }
        var altered = sealed
        altered[nonce.count] ^= 1
        do {
            _ = try open(altered, key: key, additionalData: additionalData, with: primitive)
            return "an altered box was opened"
        } catch .authenticationFailed {
            return nil
        }
    }

    private static func open(
        _ box: [UInt8],
        key: [UInt8],
        additionalData: [UInt8],
        with primitive: any ChaChaPolySealing
    ) throws(CryptoError) -> [UInt8] {
        try box.withBytes { (box) throws(CryptoError) in
            try additionalData.withBytes { (additionalData) throws(CryptoError) in
                try primitive.open(box, key: key, authenticating: additionalData)
            }
        }
    }
}
