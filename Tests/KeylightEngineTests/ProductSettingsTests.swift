import KeylightCore
import KeylightEngine
import KeylightLogging
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@Suite("Product settings that ride along")
struct ProductSettingsTests {
    private static let settings = ProductSettings(trialDurationDays: 9, freeTierEnabled: true)

    /// Has a confirmation carry settings that were signed for a product.
    private func bench(signedFor product: String) throws -> LicenseBench {
        let bench = try LicenseBench.licensed()
        let tenant = try #require(ServiceIdentifier("testco"))
        let signed = try bench.signer.settings(
            Self.settings,
            tenant: tenant,
            product: try #require(ServiceIdentifier(product)),
            issuedAt: bench.now,
            expiresAt: bench.now.adding(Seconds.day)
        )
        bench.transport.enqueue(
            .response(.validated(lease: try bench.lease(), licenseEnd: .lifetime, settings: signed))
        )
        try bench.run { try await $0.validate() }
        return bench
    }

    @Test("settings that are signed by a trusted key for this product are kept")
    func signed() throws {
        let bench = try bench(signedFor: "testapp")
        #expect(try bench.record.settings == Self.settings)
        #expect(!bench.log.lines.contains { $0.contains("settings are ignored") })
        try bench.finish()
    }

    @Test("settings that are signed for another product are ignored, and the license is confirmed")
    func signedForAnother() throws {
        let bench = try bench(signedFor: "otherapp")
        #expect(try bench.record.settings == ProductSettings())
        #expect(bench.log.lines.contains { $0.contains("settings are ignored") })
        #expect(try bench.state == .licensed)
        try bench.finish()
    }
}
