import KeylightCore
import KeylightVerification
import Testing

@Suite("Random damage to a reply", .timeLimit(.minutes(5)))
struct LeaseMutationTests {
    /// Eight series of 2,500: 20,000 replies, the same in every run.
    @Test(
        "20,000 damaged replies never trap, and none is believed that says something else",
        arguments: 1...8
    )
    func damagedReplies(seed: UInt64) throws {
        let fixture = try LeaseFixture()
        let settings = try SettingsFixture()
        let lease = try fixture.lease()
        let signed = try settings.signed()
        let reply =
            "{\"valid\":true,\"license_expires_at\":null,\"lease\":\(lease.json),"
            + "\"error\":null,\(settings.members(signed))}"
        let payload = try #require(CanonicalPayload.lease(lease))
        let verifier = settings.verifier(requireSigned: true)
        let now = Timestamp(SettingsFixture.issuedAt)
        #expect(fixture.verifier.evidence(for: try reply.parsed["lease"]) == .trusted(lease))
        #expect(verifier.verify(try reply.parsed, at: now) == .accepted(signed.settings))

        var generator = SeededGenerator(seed: seed)
        var refusedTexts = 0
        for _ in 0..<2_500 {
            let damaged = Mutation.mutated(Array(reply.utf8), with: &generator)
            guard let json = try? StrictJSONParser.parse(damaged) else {
                refusedTexts += 1
                continue
            }
            if case .trusted(let found) = fixture.verifier.evidence(for: json["lease"]) {
                #expect(CanonicalPayload.lease(found) == payload)
            }
            if case .accepted(let found) = verifier.verify(json, at: now) {
                #expect(found == signed.settings)
            }
        }
        // The series must damage the text and not only destroy it.
        #expect((500..<2_400).contains(refusedTexts))
    }
}
