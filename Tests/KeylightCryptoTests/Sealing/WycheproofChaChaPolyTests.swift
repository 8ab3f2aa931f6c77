import KeylightCrypto
import Testing

@Suite(
    "ChaCha20-Poly1305: project Wycheproof",
    .enabled(
        if: Vectors.has(WycheproofSealingGroup.file),
        "conformance vectors not found: set KEYLIGHT_VECTORS"
    )
)
struct WycheproofChaChaPolyTests {
    @Test("all 325 boxes are judged right: 256 sealed and opened, 60 refused, 9 with nonces of other sizes")
    func all() throws {
        let file = try Vectors.decode(
            Wycheproof<WycheproofSealingGroup>.self,
            from: WycheproofSealingGroup.file
        )
        var opened = 0
        var refused = 0
        var unusable = 0
        for group in file.testGroups {
            for test in group.tests {
                let nonce = try bytes(test.iv)
                let plaintext = try bytes(test.msg)
                let additionalData = try bytes(test.aad)
                let box = try nonce + bytes(test.ct) + bytes(test.tag)
                let cipher = try ChaChaPolyCipher(key: bytes(test.key))
                let name = Comment(rawValue: "case \(test.tcId): \(test.comment)")
                if group.ivSize != 96 {
                    #expect(test.result == .invalid, name)
                    #expect(
                        throws: CryptoError.invalidLength(
                            input: "nonce",
                            allowed: 12...12,
                            actual: nonce.count
                        ),
                        name
                    ) {
                        try cipher.seal(plaintext, nonce: nonce, authenticating: additionalData)
                    }
                    #expect(throws: CryptoError.authenticationFailed, name) {
                        try cipher.open(box, authenticating: additionalData)
                    }
                    unusable += 1
                } else if test.result == .valid {
                    #expect(
                        try cipher.seal(plaintext, nonce: nonce, authenticating: additionalData) == box,
                        name
                    )
                    #expect(try cipher.open(box, authenticating: additionalData) == plaintext, name)
                    opened += 1
                } else {
                    #expect(throws: CryptoError.authenticationFailed, name) {
                        try cipher.open(box, authenticating: additionalData)
                    }
                    refused += 1
                }
            }
        }
        #expect(opened == 256)
        #expect(refused == 60)
        #expect(unusable == 9)
        #expect(opened + refused + unusable == file.numberOfTests)
        #expect(file.numberOfTests == 325)
    }
}
