import KeylightCrypto
import Testing

@Suite("SHA256Hash: the examples of FIPS 180-4 and of NIST's test vectors")
struct SHA256HashTests {
    @Test(
        "a published digest comes out",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func published(text: String, digest: String) throws {
        #expect(try SHA256Hash.hexDigest(of: Array(text.utf8)) == digest)
        #expect(try SHA256Hash.digest(of: Array(text.utf8)) == bytes(digest))
    }

    @Test("the digest of a million times the letter a")
    func million() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(try SHA256Hash.hexDigest(of: text) == digest)
    }

    @Test("tasks that hash at the same time do not disturb each other")
    func concurrent() async throws {
        let digests = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<200 {
                group.addTask { try SHA256Hash.digest(of: Array("abc".utf8)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(digests.count == 1)
    }
}
