import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

@Suite("LicenseKeyHash")
struct LicenseKeyHashTests {
    @Test("it is the SHA-256 of the key without its dashes, however the key was typed")
    func documented() throws {
        let expected = try SHA256Hash.hexDigest(of: Array("ACMETEST00000001".utf8))
        for text in ["ACME-TEST-0000-0001", " acme–test–0000–0001\r\n", "ACMETEST00000001"] {
            #expect(try LicenseKeyHash.documented(for: LicenseKey(parsing: text)) == expected)
        }
    }

    @Test("a fixed value, from another implementation")
    func fixed() throws {
        let hash = try LicenseKeyHash.documented(for: LicenseKey(parsing: "A-B-C"))
        // printf ABC | sha256sum
        #expect(hash == "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78")
    }
}
