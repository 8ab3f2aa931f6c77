import KeylightCrypto
import Testing

@testable import KeylightServer

@Suite("The signed bytes")
struct SignedPayloadTests {
    private static let terms = LeaseTerms(
        kid: "k1",
        licenseKeyHash: "ab",
        instanceID: "i",
        issuedAt: 1,
        expiresAt: 2,
        status: "active",
        entitlements: []
    )

    private func payload(_ entitlements: [String]) -> String {
        var terms = Self.terms
        terms.entitlements = entitlements
        return String(decoding: SignedPayload.lease(terms), as: UTF8.self)
    }

    @Test("Entitlements are sorted by their bytes, and none leave the bar at the end")
    func format() {
        #expect(payload([]) == "v3|k1|ab|i|1|2|active|")
        #expect(payload(["pro", "Pro", "a", "Z"]) == "v3|k1|ab|i|1|2|active|Pro,Z,a,pro")
        // U+FF61 sorts after U+1F600 in UTF-16 and before it in UTF-8; é comes after every ASCII letter.
        #expect(payload(["😀", "｡", "é", "z"]) == "v3|k1|ab|i|1|2|active|z,é,｡,😀")
    }

    @Test(
        "The vectors' signatures hold over the bytes that are put together here",
        .enabled(if: Vectors.areAvailable, "conformance vectors not found: set KEYLIGHT_VECTORS")
    )
    func leaseVectors() throws {
        let vectors = try #require(try Vectors.read("lease-v3.json")["vectors"]).elements
        #expect(vectors.count >= 8)
        for vector in vectors {
            let lease = try #require(vector["lease"])
            let kid = try #require(lease["kid"]?.text)
            let terms = LeaseTerms(
                kid: kid,
                licenseKeyHash: try #require(lease["licenseKeyHash"]?.text),
                instanceID: try #require(lease["instanceId"]?.text),
                issuedAt: try #require(lease["issuedAt"]?.integer),
                expiresAt: try #require(lease["expiresAt"]?.integer),
                status: try #require(lease["status"]?.text),
                entitlements: try #require(lease["entitlements"]).elements.compactMap(\.text)
            )
            guard let key = vector["trustedKeys"]?[kid]?.text else {
                #expect(vector["expect"]?["kidKnown"] == false)
                continue
            }
            let payload = String(decoding: SignedPayload.lease(terms), as: UTF8.self)
            let signature = try #require(lease["signature"]?.text)
            let isValid = try SignedReply.verify(payload, signature: signature, key)
            #expect(.bool(isValid) == vector["expect"]?["signatureValid"], "\(vector["name"]?.text ?? "?")")
        }
    }

    @Test(
        "The settings' vectors are the bytes that are put together here, and their signatures hold",
        .enabled(if: Vectors.areAvailable, "conformance vectors not found: set KEYLIGHT_VECTORS")
    )
    func settingsVectors() throws {
        let live = try #require(try Vectors.read("config-and-machine-hash.json")["cfg1"]?["live"])
        let payload = SignedPayload.settings(
            kid: try #require(live["kid"]?.text),
            tenant: try #require(live["tenantId"]?.text),
            product: try #require(live["productId"]?.text),
            issuedAt: try #require(live["issued_at"]?.integer),
            expiresAt: try #require(live["expires_at"]?.integer),
            trialDurationDays: try #require(live["trial_duration_days"]?.integer),
            isFreeTierEnabled: live["free_tier_enabled"] == true
        )
        let text = String(decoding: payload, as: UTF8.self)
        #expect(text == live["payload"]?.text)
        let signature = try #require(live["signature"]?.text)
        #expect(try SignedReply.verify(text, signature: signature, try #require(live["publicKey"]?.text)))
    }
}
