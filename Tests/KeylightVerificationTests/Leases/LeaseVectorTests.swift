import KeylightCore
import KeylightVerification
import Testing

@Suite("Conformance vectors of leases")
struct LeaseVectorTests {
    @Test("lease-v3.json: 8 of 8", .enabled(if: Vectors.hasLeases, "\(Vectors.missing)"))
    func all() throws {
        let file = try Vectors.leases()
        #expect(file["skewSeconds"] == .integer(LeaseVerifier.skewSeconds))
        let vectors = try #require(file["vectors"]?.arrayValue)
        var passed = 0
        for vector in vectors {
            let name = try vector["name"].requiredText()
            let lease = try LeaseDecoder.decode(try #require(vector["lease"]))
            let members = try #require(vector["trustedKeys"]?.objectValue?.members)
            let keys = try TrustedKeys(
                pairs: members.map { (kid: $0.name, base64: try Optional($0.value).requiredText()) }
            )
            let found = try LeaseVerifier(trustedKeys: keys)
                .verify(lease, at: Timestamp(try vector["now"].requiredNumber()))
            let expectedJSON = try #require(vector["expect"])
            let expected = LeaseVerification(
                kidKnown: try expectedJSON["kidKnown"].requiredFlag(),
                signatureValid: try expectedJSON["signatureValid"].requiredFlag(),
                expired: try expectedJSON["expired"].requiredFlag()
            )
            #expect(found == expected, "\(name)")
            if found == expected { passed += 1 }

            let evidence = LeaseVerifier(trustedKeys: keys).evidence(for: vector["lease"])
            switch (expected.kidKnown, expected.signatureValid) {
            case (false, _): #expect(evidence == .unknownKeyID(lease), "\(name)")
            case (true, false): #expect(evidence == .badSignature(lease), "\(name)")
            case (true, true): #expect(evidence == .trusted(lease), "\(name)")
            }
        }
        #expect(vectors.count == 8)
        #expect(passed == 8)
    }
}
