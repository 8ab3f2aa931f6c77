import KeylightCrypto
import Testing

@Suite(
    "Ed25519: project Wycheproof",
    .enabled(
        if: Vectors.has(WycheproofSignatureGroup.file),
        "conformance vectors not found: set KEYLIGHT_VECTORS"
    )
)
struct WycheproofEd25519Tests {
    @Test("all 151 signatures are judged right: 88 valid, 63 not")
    func all() throws {
        let file = try Vectors.decode(
            Wycheproof<WycheproofSignatureGroup>.self,
            from: WycheproofSignatureGroup.file
        )
        var accepted = 0
        var refused = 0
        for group in file.testGroups {
            let key = try Ed25519PublicKey(rawRepresentation: bytes(group.publicKey.pk))
            for test in group.tests {
                let isValid = try key.isValidSignature(bytes(test.sig), for: bytes(test.msg))
                #expect(isValid == (test.result == .valid), "case \(test.tcId): \(test.comment)")
                if isValid {
                    accepted += 1
                } else {
                    refused += 1
                }
            }
        }
        #expect(accepted == 88)
        #expect(refused == 63)
        #expect(accepted + refused == file.numberOfTests)
        #expect(file.numberOfTests == 151)
    }
}
