import KeylightCore
import KeylightVerification
import Testing

@Suite("CanonicalPayload")
struct CanonicalPayloadTests {
    private func payload(_ change: (inout Lease) -> Void = { _ in }) throws -> String? {
        var lease = Lease(
            kid: "k1",
            licenseKeyHash: "aa",
            instanceID: try #require(InstanceID("inst-1")),
            issuedAt: Timestamp(1_772_323_200),
            expiresAt: Timestamp(1_772_928_000),
            status: .active,
            entitlements: [],
            signature: LeaseSignature([])
        )
        change(&lease)
        return CanonicalPayload.lease(lease).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a lease is written as the protocol has it, down to the last |")
    func lease() throws {
        #expect(try payload() == "v3|k1|aa|inst-1|1772323200|1772928000|active|")
        #expect(
            try payload { $0.entitlements = ["pro", "export"] }
                == "v3|k1|aa|inst-1|1772323200|1772928000|active|export,pro"
        )
        #expect(
            try payload { $0.status = LeaseStatus(rawValue: "paused") }
                == "v3|k1|aa|inst-1|1772323200|1772928000|paused|"
        )
    }

    @Test("the signature is no part of what is signed")
    func signature() throws {
        #expect(try payload { $0.signature = LeaseSignature([1, 2, 3]) } == payload())
    }

    @Test("numbers are plain decimals, also negative and extreme ones")
    func numbers() throws {
        #expect(
            try payload {
                $0.issuedAt = Timestamp(.min)
                $0.expiresAt = Timestamp(.max)
            } == "v3|k1|aa|inst-1|-9223372036854775808|9223372036854775807|active|"
        )
        #expect(
            try payload {
                $0.issuedAt = Timestamp(0)
                $0.expiresAt = Timestamp(-1)
            } == "v3|k1|aa|inst-1|0|-1|active|"
        )
    }

    @Test("entitlements are ordered by their UTF-8 bytes, which is not the order of Swift's String")
    func byteOrder() throws {
        // Composed é is C3 A9, decomposed é is 65 CC 81: String calls them equal and puts both before z.
        let names = ["z", "\u{E9}", "e\u{301}", "f", "E", "\u{1F511}", "\u{FF21}", "a10", "a2", "a"]
        let byBytes = ["E", "a", "a10", "a2", "e\u{301}", "f", "z", "\u{E9}", "\u{FF21}", "\u{1F511}"]
        #expect(names.sorted().map { Array($0.utf8) } != byBytes.map { Array($0.utf8) })
        for order in [names, names.reversed(), names.sorted()] {
            let text = try payload { $0.entitlements = order.map(Entitlement.init(rawValue:)) }
            let expected = "v3|k1|aa|inst-1|1772323200|1772928000|active|" + byBytes.joined(separator: ",")
            #expect(text.map { Array($0.utf8) } == Array(expected.utf8))
        }
    }

    @Test("the order is that of Unicode code points, not of UTF-16 as in JavaScript")
    func surrogateOrder() throws {
        let text = try payload { $0.entitlements = ["\u{1F511}", "\u{FF21}"] }
        #expect(text?.hasSuffix("|\u{FF21},\u{1F511}") == true)
    }

    @Test("an entitlement that occurs twice is signed twice")
    func doubles() throws {
        #expect(try payload { $0.entitlements = ["b", "a", "b"] }?.hasSuffix("|active|a,b,b") == true)
    }

    @Test("no bytes are escaped or normalised")
    func verbatim() throws {
        let text = try payload {
            $0.kid = "k \"\\\n\u{0}"
            $0.entitlements = ["e\u{301}"]
        }
        let expected = "v3|k \"\\\n\u{0}|aa|inst-1|1772323200|1772928000|active|e\u{301}"
        #expect(text.map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test("a field that could be read in two ways has no payload")
    func ambiguous() throws {
        #expect(try payload { $0.kid = "k|1" } == nil)
        #expect(try payload { $0.licenseKeyHash = "a|a" } == nil)
        let instance = try #require(InstanceID("inst|1"))
        #expect(try payload { $0.instanceID = instance } == nil)
        #expect(try payload { $0.status = LeaseStatus(rawValue: "active|") } == nil)
        #expect(try payload { $0.entitlements = ["a|b"] } == nil)
        #expect(try payload { $0.entitlements = ["a,b"] } == nil)
        #expect(try payload { $0.entitlements = ["pro", ","] } == nil)
        #expect(try payload { $0.entitlements = [""] } == nil)
        #expect(try payload { $0.entitlements = ["pro", ""] } == nil)
    }

    @Test("a comma elsewhere than in an entitlement is no ambiguity")
    func comma() throws {
        #expect(try payload { $0.kid = "k,1" } != nil)
    }

    @Test("settings are written as the protocol has it")
    func settings() throws {
        let tenant = try #require(ServiceIdentifier("testco"))
        let product = try #require(ServiceIdentifier("testapp"))
        func text(_ kid: String, _ days: Int64, _ freeTier: Bool) -> String? {
            CanonicalPayload.settings(
                kid: kid,
                tenant: tenant,
                product: product,
                issuedAt: Timestamp(1),
                expiresAt: Timestamp(2),
                trialDurationDays: days,
                freeTierEnabled: freeTier
            ).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text("kcfg", 14, true) == "cfg1|kcfg|testco|testapp|1|2|14|true")
        #expect(text("kcfg", 0, false) == "cfg1|kcfg|testco|testapp|1|2|0|false")
        #expect(text("k|cfg", 14, true) == nil)
    }
}
