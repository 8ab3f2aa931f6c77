import KeylightCore
import KeylightVerification
import Testing

@Suite("SettingsVerifier")
struct SettingsVerifierTests {
    private let fixture: SettingsFixture
    private let now = Timestamp(SettingsFixture.issuedAt)

    init() throws {
        fixture = try SettingsFixture()
    }

    private func verdict(_ signed: SignedSettings, at now: Int64 = SettingsFixture.issuedAt)
        -> SettingsVerdict
    {
        fixture.verifier().verify(signed, at: Timestamp(now))
    }

    @Test("signed settings are accepted, also through JSON; 0 and false are values")
    func accepted() throws {
        for (days, freeTier): (Int64, Bool) in [(14, true), (14, false), (0, true), (0, false), (1, true)] {
            let signed = try fixture.signed(days: days, freeTier: freeTier)
            #expect(verdict(signed) == .accepted(signed.settings))
            for verifier in [fixture.verifier(), fixture.verifier(requireSigned: true)] {
                let json = try "{\"received\":true,\(fixture.members(signed))}".parsed
                #expect(verifier.verify(json, at: now) == .accepted(signed.settings))
            }
        }
    }

    @Test(
        "they hold from 300 s before issued_at to 300 s after expires_at",
        arguments: [
            (SettingsFixture.issuedAt - 301, false), (SettingsFixture.issuedAt - 300, true),
            (SettingsFixture.issuedAt - 299, true), (SettingsFixture.issuedAt, true),
            (SettingsFixture.expiresAt, true), (SettingsFixture.expiresAt + 299, true),
            (SettingsFixture.expiresAt + 300, true), (SettingsFixture.expiresAt + 301, false),
            (.min, false), (.max, false),
        ]
    )
    func window(now: Int64, isAccepted: Bool) throws {
        let signed = try fixture.signed()
        let refusal: SettingsRefusal = now < SettingsFixture.issuedAt ? .notYetValid : .expired
        #expect(verdict(signed, at: now) == (isAccepted ? .accepted(signed.settings) : .refused(refusal)))
    }

    @Test("extreme dates saturate instead of trapping")
    func extremes() throws {
        let forever = try fixture.signed(issuedAt: .min, expiresAt: .max)
        for now in [Int64.min, -1, 0, 1, .max] {
            #expect(verdict(forever, at: now) == .accepted(forever.settings))
        }
        let never = try fixture.signed(issuedAt: .max, expiresAt: .min)
        for now in [Int64.min, 0, .max] { #expect(verdict(never, at: now) != .accepted(never.settings)) }
    }

    @Test("tenant and product are the app's own: settings of another product do not verify")
    func otherProduct() throws {
        #expect(verdict(try fixture.signed(product: "otherapp")) == .refused(.badSignature))
        #expect(verdict(try fixture.signed(tenant: "otherco")) == .refused(.badSignature))
    }

    @Test("an unknown key id is told as such")
    func unknownKey() throws {
        #expect(verdict(try fixture.signed(kid: "k9")) == .refused(.unknownKeyID("k9")))
    }

    @Test("a change of any signed field is refused")
    func tampering() throws {
        let signed = try fixture.signed()
        let proof = try #require(signed.signature)
        var copies: [SignedSettings] = []
        func add(_ change: (inout SignedSettings, inout SettingsSignature) -> Void) {
            var copy = signed
            var changed = proof
            change(&copy, &changed)
            copy.signature = changed
            copies.append(copy)
        }
        add { settings, _ in settings.settings.trialDurationDays = 15 }
        add { settings, _ in settings.settings.trialDurationDays = 0 }
        add { settings, _ in settings.settings.freeTierEnabled = false }
        for offset: Int64 in [-1, 1] {
            add { _, proof in proof.issuedAt = proof.issuedAt.adding(offset) }
            add { _, proof in proof.expiresAt = proof.expiresAt.adding(offset) }
        }
        for bit in 0..<512 { add { _, proof in proof.bytes[bit / 8] ^= 1 << UInt8(bit % 8) } }
        add { _, proof in proof.bytes = [] }
        add { _, proof in proof.bytes.append(0) }
        for copy in copies { #expect(verdict(copy) == .refused(.badSignature)) }
    }

    @Test("a proof that is there must hold, also when none is asked for, and its bad dates are told last")
    func order() throws {
        var expired = try fixture.signed(expiresAt: SettingsFixture.issuedAt + 1)
        #expect(verdict(expired, at: SettingsFixture.expiresAt) == .refused(.expired))
        expired.signature?.bytes = []
        #expect(verdict(expired, at: SettingsFixture.expiresAt) == .refused(.badSignature))
    }

    @Test("unsigned settings are accepted unless signed ones are asked for")
    func unsigned() throws {
        for settings in [
            ProductSettings(trialDurationDays: 7, freeTierEnabled: false),
            ProductSettings(trialDurationDays: 7),
            ProductSettings(freeTierEnabled: true), ProductSettings(),
        ] {
            let unsigned = SignedSettings(settings: settings)
            #expect(verdict(unsigned) == .accepted(settings))
            #expect(fixture.verifier(requireSigned: true).verify(unsigned, at: now) == .refused(.unsigned))
        }
    }

    @Test("a proof without one of the settings that it covers is malformed")
    func incomplete() throws {
        var signed = try fixture.signed()
        signed.settings.trialDurationDays = nil
        #expect(verdict(signed) == .refused(.malformed(field: "trial_duration_days", .missing)))
        signed = try fixture.signed()
        signed.settings.freeTierEnabled = nil
        #expect(verdict(signed) == .refused(.malformed(field: "free_tier_enabled", .missing)))
    }

    @Test(
        "a length of the trial that makes no sense is refused, signed or not",
        arguments: [Int64.min, -1, 3_650_001, .max]
    )
    func range(days: Int64) throws {
        let refused = SettingsVerdict.refused(
            .malformed(field: "trial_duration_days", .invalid("is out of range"))
        )
        let signed = try fixture.signed(days: days)
        #expect(verdict(signed) == refused)
        #expect(verdict(SignedSettings(settings: signed.settings)) == refused)
        #expect(fixture.verifier().verify(try "{\(fixture.members(signed))}".parsed, at: now) == refused)
    }

    @Test("the ends of the range are in it", arguments: [Int64(0), 3_650_000])
    func rangeEnds(days: Int64) throws {
        let signed = try fixture.signed(days: days)
        #expect(verdict(signed) == .accepted(signed.settings))
    }

    @Test("without any trusted key signed settings are refused and unsigned ones are not")
    func noKeys() throws {
        let verifier = SettingsVerifier(
            trustedKeys: try TrustedKeys(base64Keys: [:]),
            tenant: fixture.tenant,
            product: fixture.product
        )
        let signed = try fixture.signed()
        #expect(verifier.verify(signed, at: now) == .refused(.unknownKeyID("kcfg")))
        #expect(
            verifier.verify(SignedSettings(settings: signed.settings), at: now) == .accepted(signed.settings)
        )
    }

    @Test("refusals say why in one phrase without repeating values; a proof shows a fingerprint")
    func texts() throws {
        #expect("\(SettingsRefusal.unsigned)" == "the settings are not signed")
        #expect(
            "\(SettingsRefusal.malformed(field: "kid", .missing))"
                == "the settings are malformed: kid is missing"
        )
        #expect(!"\(SettingsRefusal.unknownKeyID("k\n[forged]"))".contains("\n"))
        var dumped = ""
        dump(try fixture.signed(), to: &dumped)
        #expect(dumped.contains("signature#"))
        #expect(!dumped.contains("bytes"))
    }
}
