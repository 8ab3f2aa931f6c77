import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

@Suite("MachineHash")
struct MachineHashTests {
    private func hash(_ stableID: String?, tenant: String = "testco", product: String = "testapp") throws
        -> String?
    {
        MachineHash.hash(
            tenant: try #require(ServiceIdentifier(tenant)),
            product: try #require(ServiceIdentifier(product)),
            stableID: stableID
        )
    }

    @Test("it is the SHA-256 of the documented text")
    func documented() throws {
        let expected = try SHA256Hash.hexDigest(
            of: Array("keylight-keyless-machine-v1|testco|testapp|hardware-1".utf8)
        )
        #expect(try hash("hardware-1") == expected)
    }

    @Test(
        "white space around the id does not count",
        arguments: [" hardware-1", "hardware-1\n", "\t hardware-1\r\n"]
    )
    func trimmed(text: String) throws {
        #expect(try hash(text) == hash("hardware-1"))
    }

    @Test("case and inner space do count")
    func verbatim() throws {
        #expect(try hash("HARDWARE-1") != hash("hardware-1"))
        #expect(try hash("hardware 1") != hash("hardware-1"))
    }

    @Test(
        "no real id, no hash",
        arguments: [
            nil, "", " ", "\n", "uninitialized", "uninitialized\n", "UNINITIALIZED", "0", "0000", " 0000 ",
            "00000000000000000000000000000000", "00000000-0000-0000-0000-000000000000", "-", "\u{3000}",
        ]
    )
    func none(text: String?) throws {
        #expect(try hash(text) == nil)
    }

    @Test(
        "an id that only looks like one of them has a hash",
        arguments: [
            "1", "00000000-0000-0000-0000-000000000001", "uninitialized1", "not uninitialized", "0x0", "O",
        ]
    )
    func some(text: String) throws {
        #expect(try hash(text)?.utf8.count == 64)
    }

    @Test("it differs from product to product and from tenant to tenant")
    func perProduct() throws {
        #expect(try hash("hardware-1") != hash("hardware-1", product: "otherapp"))
        #expect(try hash("hardware-1") != hash("hardware-1", tenant: "otherco"))
    }
}
