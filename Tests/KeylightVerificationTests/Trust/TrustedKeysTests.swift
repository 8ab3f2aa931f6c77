import KeylightCrypto
import KeylightVerification
import Testing

@Suite("TrustedKeys")
struct TrustedKeysTests {
    private static let base64 = "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="
    private static let raw = StrictBase64.decode(base64) ?? []

    private func problem(_ pairs: [(kid: String, base64: String)]) throws -> TrustedKeyError {
        try #require(throws: TrustedKeyError.self) { try TrustedKeys(pairs: pairs) }
    }

    @Test("the three forms of configuration give the same keys")
    func forms() throws {
        let keys = try TrustedKeys(base64Keys: ["k1": Self.base64])
        #expect(keys == (try TrustedKeys(rawKeys: ["k1": Self.raw])))
        #expect(keys == (try TrustedKeys(pairs: [("k1", Self.base64)])))
        #expect(keys.key(for: "k1")?.rawRepresentation == Self.raw)
        #expect(keys.key(for: "k2") == nil)
        #expect(keys.key(for: "K1") == nil)
        #expect(keys.key(for: "") == nil)
        #expect(keys.kids == ["k1"])
        #expect(!keys.isEmpty)
    }

    @Test("Base64 is read in all its spellings")
    func spellings() throws {
        // A point of the curve whose Base64 has characters of both alphabets.
        let key = try Ed25519PrivateKey(seed: Array(repeating: 9, count: 32)).publicKey.rawRepresentation
        let padded = StrictBase64.encode(key)
        let urlSafe = padded.replacing("+", with: "-").replacing("/", with: "_")
        for text in [padded, urlSafe, padded.replacing("=", with: ""), urlSafe.replacing("=", with: "")] {
            #expect(try TrustedKeys(base64Keys: ["k": text]).key(for: "k")?.rawRepresentation == key)
        }
    }

    @Test("no key at all is possible, and trusts nothing")
    func empty() throws {
        let keys = try TrustedKeys(base64Keys: [:])
        #expect(keys.isEmpty)
        #expect(keys.kids.isEmpty)
        #expect(keys.key(for: "k1") == nil)
    }

    @Test("ids are ordered by their bytes")
    func order() throws {
        let ids = ["é", "z", "a", "Z", "k10", "k2", "\u{FF21}", "🔑"]
        let keys = try TrustedKeys(pairs: ids.map { ($0, Self.base64) })
        #expect(keys.kids == ["Z", "a", "k10", "k2", "z", "é", "\u{FF21}", "🔑"])
    }

    @Test("ids that Swift's String takes for equal are two ids")
    func canonicalEquivalence() throws {
        let keys = try TrustedKeys(pairs: [("\u{E9}", Self.base64)])
        #expect(keys.key(for: "\u{E9}") != nil)
        #expect(keys.key(for: "e\u{301}") == nil)
        #expect(try TrustedKeys(pairs: [("\u{E9}", Self.base64), ("e\u{301}", Self.base64)]).kids.count == 2)
    }

    @Test("each kind of bad key is named with its id")
    func problems() throws {
        let good = Self.base64
        #expect(try problem([("", good)]) == TrustedKeyError(kid: "", problem: .emptyKeyID))
        #expect(try problem([("a|b", good)]) == TrustedKeyError(kid: "a|b", problem: .ambiguousKeyID))
        #expect(
            try problem([("k1", good), ("k1", good)]) == TrustedKeyError(kid: "k1", problem: .duplicateKeyID)
        )
        #expect(try problem([("k1", good), ("k2", "?")]) == TrustedKeyError(kid: "k2", problem: .notBase64))
        #expect(try problem([("k1", good + "\n")]) == TrustedKeyError(kid: "k1", problem: .notBase64))
        #expect(try problem([("k1", "")]) == TrustedKeyError(kid: "k1", problem: .wrongLength(bytes: 0)))
        for count in [1, 31, 33, 64] {
            let text = StrictBase64.encode(Array(repeating: 1, count: count))
            #expect(
                try problem([("k1", text)]) == TrustedKeyError(kid: "k1", problem: .wrongLength(bytes: count))
            )
            #expect(throws: TrustedKeyError(kid: "k1", problem: .wrongLength(bytes: count))) {
                try TrustedKeys(rawKeys: ["k1": Array(repeating: 1, count: count)])
            }
        }
        let zeros = StrictBase64.encode(Array(repeating: 0, count: 32))
        #expect(try problem([("k1", zeros)]) == TrustedKeyError(kid: "k1", problem: .weakKey))
    }

    @Test("of several bad keys the first by id is named, whatever the order of a dictionary")
    func firstProblem() throws {
        for _ in 0..<20 {
            #expect(throws: TrustedKeyError(kid: "a", problem: .notBase64)) {
                try TrustedKeys(base64Keys: ["c": "?", "b": "?", "a": "?", "d": Self.base64])
            }
        }
    }

    @Test("the error's text names the key id and quotes it")
    func texts() {
        let error = TrustedKeyError(kid: "k\n1", problem: .wrongLength(bytes: 31))
        #expect("\(error)" == "trusted key \"k\\n1\": the key has 31 bytes, an Ed25519 key has 32")
        let missing = TrustedKeyError(
            kid: "k1",
            problem: .cryptographyUnavailable(.libraryUnavailable("install libssl3"))
        )
        #expect("\(missing)".contains("install libssl3"))
    }
}
