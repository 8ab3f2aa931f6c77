import KeylightCore
import KeylightVerification
import Testing

@Suite(
    "Conformance vectors of settings and machine hashes",
    .enabled(if: Vectors.hasSettings, "\(Vectors.missing)")
)
struct SettingsVectorTests {
    private func identifier(_ json: JSONValue?) throws -> ServiceIdentifier {
        try #require(ServiceIdentifier(try json.requiredText()))
    }

    private func number(_ text: String) throws -> Int64 {
        let number = Int64(text)
        return try #require(number)
    }

    @Test("settings that the real service signed are accepted, in their window only")
    func live() throws {
        let live = try #require(try Vectors.settings()["cfg1"]?["live"])
        let kid = try live["kid"].requiredText()
        let keys = try TrustedKeys(base64Keys: [kid: try live["publicKey"].requiredText()])
        let tenant = try identifier(live["tenantId"])
        let product = try identifier(live["productId"])
        let verifier = SettingsVerifier(
            trustedKeys: keys,
            tenant: tenant,
            product: product,
            requireSignedConfig: true
        )
        let signed = try SettingsDecoder.decode(live)
        let proof = try #require(signed.signature)
        let payload = CanonicalPayload.settings(
            kid: proof.kid,
            tenant: tenant,
            product: product,
            issuedAt: proof.issuedAt,
            expiresAt: proof.expiresAt,
            trialDurationDays: try live["trial_duration_days"].requiredNumber(),
            freeTierEnabled: try live["free_tier_enabled"].requiredFlag()
        )
        #expect(payload.map { String(decoding: $0, as: UTF8.self) } == live["payload"]?.stringValue)
        #expect(live["skewSeconds"] == .integer(LeaseVerifier.skewSeconds))
        let inside = Timestamp(try live["nowInsideWindow"].requiredNumber())
        #expect(verifier.verify(live, at: inside) == .accepted(signed.settings))
        #expect(verifier.verify(live, at: proof.issuedAt.adding(-300)) == .accepted(signed.settings))
        #expect(verifier.verify(live, at: proof.issuedAt.adding(-301)) == .refused(.notYetValid))
        #expect(verifier.verify(live, at: proof.expiresAt.adding(300)) == .accepted(signed.settings))
        #expect(verifier.verify(live, at: proof.expiresAt.adding(301)) == .refused(.expired))
    }

    @Test("the seeded settings are accepted, refused for another product, and expired: 3 of 3")
    func seeded() throws {
        let seeded = try #require(try Vectors.settings()["cfg1"]?["seeded"])
        let keys = try TrustedKeys(base64Keys: ["kcfg": try seeded["publicKey"].requiredText()])
        let verifier = SettingsVerifier(
            trustedKeys: keys,
            tenant: try #require(ServiceIdentifier("testco")),
            product: try #require(ServiceIdentifier("testapp"))
        )
        let now = Timestamp(1_781_076_256)
        let cases = try #require(seeded["cases"]?.arrayValue)
        var verdicts: [String: SettingsVerdict] = [:]
        for json in cases {
            let fields = try json["payload"].requiredText().split(separator: "|").map(String.init)
            try #require(fields.count == 8)
            let signed = SignedSettings(
                settings: ProductSettings(
                    trialDurationDays: try number(fields[6]),
                    freeTierEnabled: fields[7] == "true"
                ),
                signature: SettingsSignature(
                    kid: fields[1],
                    issuedAt: Timestamp(try number(fields[4])),
                    expiresAt: Timestamp(try number(fields[5])),
                    bytes: try #require(StrictBase64.decode(try json["signature"].requiredText()))
                )
            )
            verdicts[try json["name"].requiredText()] = verifier.verify(signed, at: now)
        }
        #expect(
            verdicts == [
                "valid": .accepted(ProductSettings(trialDurationDays: 14, freeTierEnabled: true)),
                "valid-for-other-product": .refused(.badSignature),
                "genuinely-signed-but-expired": .refused(.expired),
            ]
        )
    }

    @Test("the machine hashes: 2 of 2")
    func machineHashes() throws {
        let vectors = try #require(try Vectors.settings()["machineHash"]?.arrayValue)
        for vector in vectors {
            let hash = MachineHash.hash(
                tenant: try identifier(vector["tenant"]),
                product: try identifier(vector["product"]),
                stableID: vector["stableId"]?.stringValue
            )
            #expect(hash == vector["sha256hex"]?.stringValue)
        }
        #expect(vectors.count == 2)
    }
}
