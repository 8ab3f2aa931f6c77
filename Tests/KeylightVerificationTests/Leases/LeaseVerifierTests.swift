import KeylightCore
import KeylightCrypto
import KeylightVerification
import Testing

@Suite("LeaseVerifier")
struct LeaseVerifierTests {
    private let fixture: LeaseFixture

    init() throws {
        fixture = try LeaseFixture()
    }

    private func verify(_ lease: Lease, at now: Int64 = LeaseFixture.issuedAt) throws -> LeaseVerification {
        try fixture.verifier.verify(lease, at: Timestamp(now))
    }

    @Test("a signature over the payload that the protocol writes down is good")
    func literalPayload() throws {
        var lease = try fixture.lease()
        let payload = "v3|k1|\(LeaseFixture.keyHash)|inst-1|1772323200|1772928000|active|export,pro"
        lease.signature = LeaseSignature(try fixture.key.signature(for: Array(payload.utf8)))
        let expected = LeaseVerification(kidKnown: true, signatureValid: true, expired: false)
        #expect(try verify(lease) == expected)
        #expect(fixture.verifier.evidence(for: lease) == .trusted(lease))
        #expect(fixture.verifier.evidence(for: try lease.json.parsed) == .trusted(lease))
    }

    @Test("expired means later than the end and 300 s", arguments: [(-1, false), (0, false), (1, true)])
    func skew(offset: Int64, expired: Bool) throws {
        let end = LeaseFixture.expiresAt + LeaseVerifier.skewSeconds
        #expect(try verify(fixture.lease(), at: end + offset).expired == expired)
        #expect(LeaseVerifier.skewSeconds == 300)
    }

    @Test("expired is found out for forged leases and unknown keys, too")
    func expiredAlways() throws {
        var forged = try fixture.lease()
        forged.entitlements.append("admin")
        var unknown = try fixture.lease()
        unknown.kid = "k9"
        for lease in [forged, unknown] {
            #expect(try !verify(lease, at: LeaseFixture.expiresAt + 300).expired)
            #expect(try verify(lease, at: LeaseFixture.expiresAt + 301).expired)
        }
    }

    @Test("extreme dates saturate: nothing traps, and the end of time is never reached")
    func extremes() throws {
        for (end, now, expired): (Int64, Int64, Bool) in [
            (.max, .max, false), (.max - 300, .max, false), (.max - 301, .max, true), (.min, .min, false),
            (.min, .min + 300, false), (.min, .min + 301, true), (0, .max, true), (0, .min, false),
        ] {
            let lease = try fixture.lease { $0.expiresAt = Timestamp(end) }
            #expect(
                try verify(lease, at: now) == .init(kidKnown: true, signatureValid: true, expired: expired)
            )
        }
    }

    @Test("a key that is not trusted is unknown, and its signature counts for nothing")
    func unknownKey() throws {
        let lease = try fixture.lease { $0.kid = "k9" }
        #expect(try verify(lease) == .init(kidKnown: false, signatureValid: false, expired: false))
        #expect(fixture.verifier.evidence(for: lease) == .unknownKeyID(lease))
    }

    @Test("BL-044: several keys are trusted at once, each for its own id only")
    func rotation() throws {
        let keys = try TrustedKeys(rawKeys: [
            "k1": fixture.key.publicKey.rawRepresentation,
            "k2": fixture.otherKey.publicKey.rawRepresentation,
        ])
        let verifier = LeaseVerifier(trustedKeys: keys)
        let old = try fixture.lease()
        let new = try fixture.lease(signer: fixture.otherKey) { $0.kid = "k2" }
        let swapped = try fixture.lease { $0.kid = "k2" }
        #expect(verifier.evidence(for: old) == .trusted(old))
        #expect(verifier.evidence(for: new) == .trusted(new))
        #expect(verifier.evidence(for: swapped) == .badSignature(swapped))
    }

    @Test("another signer, and an empty, short, long or zero signature, are bad")
    func badSignatures() throws {
        var leases = [try fixture.lease(signer: fixture.otherKey)]
        let good = try fixture.lease()
        let bytes = good.signature.bytes
        for signature in [[], [0], Array(bytes.dropLast()), bytes + [0], Array(repeating: 0, count: 64)] {
            var lease = good
            lease.signature = LeaseSignature(signature)
            leases.append(lease)
        }
        for lease in leases {
            #expect(try verify(lease) == .init(kidKnown: true, signatureValid: false, expired: false))
            #expect(fixture.verifier.evidence(for: lease) == .badSignature(lease))
        }
    }

    @Test("the text must be signed to the byte: no newline, no other version, no other separator")
    func otherPayloads() throws {
        let good = try fixture.lease()
        let payload = try #require(CanonicalPayload.lease(good))
        let text = String(decoding: payload, as: UTF8.self)
        let variants = [
            text + "\n", " " + text, text + "|", String(text.dropFirst()), text.replacing("v3|", with: "v2|"),
            text.replacing("|", with: ";"), text.replacing("export,pro", with: "pro,export"),
            text.uppercased(), "",
        ]
        for variant in variants {
            var lease = good
            lease.signature = LeaseSignature(try fixture.key.signature(for: Array(variant.utf8)))
            #expect(fixture.verifier.evidence(for: lease) == .badSignature(lease), "\(variant)")
        }
    }

    @Test(
        "a good signature does not make senseless dates good: 0 < issuedAt < expiresAt",
        arguments: [
            (-1, 100, false), (0, 100, false), (1, 100, true), (1, 2, true), (100, 100, false),
            (101, 100, false),
            (1, .max, true), (.max - 1, .max, true), (.max, .max, false), (.min, .max, false), (1, 0, false),
            (1, .min, false), (.min, .min + 1, false),
        ] as [(Int64, Int64, Bool)]
    )
    func dates(issuedAt: Int64, expiresAt: Int64, sensible: Bool) throws {
        let lease = try fixture.lease {
            $0.issuedAt = Timestamp(issuedAt)
            $0.expiresAt = Timestamp(expiresAt)
        }
        let evidence = fixture.verifier.evidence(for: lease)
        guard case .malformed(let text) = evidence else {
            #expect(sensible)
            #expect(evidence == .trusted(lease))
            return
        }
        #expect(!sensible)
        #expect(text.contains("dates"))
    }

    @Test("a bad signature is told before senseless dates: who forged may write any date")
    func forgedDates() throws {
        var lease = try fixture.lease()
        lease.issuedAt = Timestamp(0)
        #expect(fixture.verifier.evidence(for: lease) == .badSignature(lease))
    }

    @Test("an ambiguous lease is malformed, and its signature is not even looked at")
    func ambiguous() throws {
        // The very bytes that a server that does not look would sign.
        var lease = try fixture.lease()
        lease.entitlements = ["a,b"]
        let payload = "v3|k1|\(LeaseFixture.keyHash)|inst-1|1772323200|1772928000|active|a,b"
        lease.signature = LeaseSignature(try fixture.key.signature(for: Array(payload.utf8)))
        #expect(try verify(lease) == .init(kidKnown: true, signatureValid: false, expired: false))
        guard case .malformed = fixture.verifier.evidence(for: lease) else {
            Issue.record("an ambiguous lease was not malformed")
            return
        }
        lease.entitlements = ["a", "b"]
        #expect(fixture.verifier.evidence(for: lease) == .trusted(lease))
    }

    @Test("the status plays no part: also what we do not know, and what says no, can be trusted")
    func anyStatus() throws {
        for word in ["active", "fallback", "expired", "paused"] {
            let lease = try fixture.lease { $0.status = LeaseStatus(rawValue: word) }
            #expect(fixture.verifier.evidence(for: try lease.json.parsed) == .trusted(lease))
        }
    }

    @Test("BL-042: extra fields and null entitlements do not break a good lease")
    func extraFields() throws {
        let lease = try fixture.lease { $0.entitlements = [] }
        let json = lease.json.replacing("\"entitlements\":[]", with: "\"entitlements\":null,\"new\":[1.5,{}]")
        #expect(fixture.verifier.evidence(for: try json.parsed) == .trusted(lease))
        let without = lease.json.replacing("\"entitlements\":[],", with: "")
        #expect(fixture.verifier.evidence(for: try without.parsed) == .trusted(lease))
    }

    @Test("entitlements may come in any order")
    func anyOrder() throws {
        let names = ["z", "\u{E9}", "e\u{301}", "f", "\u{1F511}", "\u{FF21}"]
        let lease = try fixture.lease { $0.entitlements = names.map(Entitlement.init(rawValue:)) }
        var shuffled = lease
        shuffled.entitlements.reverse()
        #expect(fixture.verifier.evidence(for: try shuffled.json.parsed) == .trusted(shuffled))
    }

    @Test("nothing and null are absent; anything else that is no lease is malformed")
    func absent() throws {
        #expect(fixture.verifier.evidence(for: nil as JSONValue?) == .absent)
        #expect(fixture.verifier.evidence(for: JSONValue.null) == .absent)
        for json in ["{}", "[]", "\"\"", "0", "false", "\"lease\"", "{\"kid\":\"k1\"}"] {
            guard case .malformed = fixture.verifier.evidence(for: try json.parsed) else {
                Issue.record("\(json) was not malformed")
                continue
            }
        }
    }
}
