import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

/// Settings from the bytes of a reply to what the app sees.
@Suite("The product settings, from bytes to state")
struct SettingsLifeTests {
    private static let start = LicenseBench.start

    private func bench(seed: ProductSeed = ProductSeed(), requireSigned: Bool = false) throws -> LicenseBench
    {
        let bench = try LicenseBench(seed: seed)
        bench.configuration.requireSignedConfig = requireSigned
        try bench.launchProcess()
        return bench
    }

    private func signed(
        _ bench: LicenseBench,
        days: Int64 = 30,
        freeTier: Bool = true,
        issuedAt: Timestamp = start,
        expiresAt: Timestamp = start.adding(Seconds.day),
        product: String = "testapp",
        signer: TestSigner? = nil
    ) throws -> SignedSettings {
        try (signer ?? bench.signer).settings(
            ProductSettings(trialDurationDays: days, freeTierEnabled: freeTier),
            tenant: try #require(ServiceIdentifier("testco")),
            product: try #require(ServiceIdentifier(product)),
            issuedAt: issuedAt,
            expiresAt: expiresAt
        )
    }

    @Test("a launch never asks for them")
    func notAtLaunch() throws {
        let bench = try bench(seed: ProductSeed(trialDurationDays: 14))
        try bench.checkOnLaunch()
        try bench.advance(by: Seconds.day)
        #expect(bench.requestCount == 0)
        try bench.finish()
    }

    @Test("the effective values are the server's, else the compiled-in ones, else 0 and off")
    func effective() throws {
        let bare = try bench()
        #expect(
            try bare.run { await $0.effectiveSettings }
                == ProductSettings(trialDurationDays: 0, freeTierEnabled: false)
        )
        try bare.finish()
        let seeded = try bench(seed: ProductSeed(trialDurationDays: 14, freeTierEnabled: true))
        #expect(
            try seeded.run { await $0.effectiveSettings }
                == ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
        )
        seeded.transport.enqueue(.json(#"{"trial_duration_days":7}"#))
        #expect(
            try seeded.run { try await $0.fetchConfig() }
                == ProductSettings(trialDurationDays: 7, freeTierEnabled: true)
        )
        #expect(seeded.transport.requests.map(\.method) == ["GET"])
        #expect(seeded.transport.requests.first?.endpoint == "config")
        #expect(seeded.transport.requests.first?.body == nil)
        try seeded.finish()
    }

    @Test("a server's 0 and false are values, and what is left out stays")
    func mergedFieldByField() throws {
        let bench = try bench(seed: ProductSeed(trialDurationDays: 14, freeTierEnabled: true))
        #expect(try bench.state == .trial(daysLeft: 14))
        bench.transport.enqueue(.json(#"{"trial_duration_days":0}"#))
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.state == .freeTier)
        bench.transport.enqueue(.json(#"{"free_tier_enabled":false,"later_field":[1]}"#))
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.state == .expired)
        bench.transport.enqueue(.json(#"{}"#))
        try bench.run { try await $0.fetchConfig() }
        #expect(
            try bench.record.settings == ProductSettings(trialDurationDays: 0, freeTierEnabled: false)
        )
        try bench.relaunch()
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("a field of the wrong type is absent, and its neighbour counts")
    func wrongTypes() throws {
        let bench = try bench(seed: ProductSeed(trialDurationDays: 14))
        bench.transport.enqueue(.json(#"{"trial_duration_days":"30","free_tier_enabled":true}"#))
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.record.settings == ProductSettings(freeTierEnabled: true))
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.finish()
    }

    @Test("only a 200 is an answer", arguments: [201, 204, 301, 400, 401, 404, 422, 429, 500])
    func otherStatus(_ status: Int) throws {
        let bench = try bench(seed: ProductSeed(trialDurationDays: 14))
        bench.transport.fallback = .reply(.json(#"{"trial_duration_days":30}"#, status: status))
        let error = #expect(throws: KeylightError.self) {
            try bench.run(within: 60) { try await $0.fetchConfig() }
        }
        #expect(error?.operation == .fetchConfig)
        #expect(error?.requestID != nil)
        #expect(try bench.record.settings == ProductSettings())
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.finish()
    }

    @Test("a web page is no answer either")
    func html() throws {
        let bench = try bench()
        bench.transport.enqueue(.html())
        let error = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        #expect(error?.kind == .noAnswer(.unexpectedReply(status: 200)))
        try bench.finish()
    }

    @Test("signed settings are verified and kept")
    func signedSettings() throws {
        let bench = try bench(requireSigned: true)
        bench.transport.enqueue(.response(.settings(try signed(bench))))
        #expect(
            try bench.run { try await $0.fetchConfig() }
                == ProductSettings(trialDurationDays: 30, freeTierEnabled: true)
        )
        #expect(try bench.state == .trial(daysLeft: 30))
        try bench.finish()
    }

    @Test("what is not signed is refused where signatures are required")
    func unsignedRefused() throws {
        let bench = try bench(requireSigned: true)
        bench.transport.enqueue(.json(#"{"trial_duration_days":30}"#))
        let error = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        #expect(error?.kind == .noAnswer(.refusedSettings("the settings are not signed")))
        #expect(try bench.record.settings == ProductSettings())
        try bench.finish()
    }

    enum Fault: CaseIterable {
        case otherProduct, unknownKey, changedDays, notYet, over
    }

    @Test("a signature that is there has to hold, required or not", arguments: Fault.allCases, [false, true])
    func refused(_ fault: Fault, isRequired: Bool) throws {
        let bench = try bench(seed: ProductSeed(trialDurationDays: 14), requireSigned: isRequired)
        var settings = try signed(bench)
        switch fault {
        case .otherProduct: settings = try signed(bench, product: "other")
        case .unknownKey:
            settings = try signed(
                bench,
                signer: TestSigner(seed: [UInt8](repeating: 9, count: 32), kid: "k9")
            )
        case .changedDays: settings.settings.trialDurationDays = 3_000
        case .notYet: settings = try signed(bench, issuedAt: Self.start.adding(301))
        case .over:
            settings = try signed(bench, issuedAt: Self.start.adding(-9), expiresAt: Self.start.adding(-301))
        }
        bench.transport.enqueue(.response(.settings(settings)))
        let error = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        guard case .noAnswer(.refusedSettings)? = error?.kind else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(try bench.record.settings == ProductSettings())
        #expect(try bench.state == .trial(daysLeft: 14))
        try bench.finish()
    }

    @Test("the skew of five minutes is honoured on both ends", arguments: [300, -300] as [Int64])
    func skew(_ offset: Int64) throws {
        let bench = try bench()
        let settings =
            offset > 0
            ? try signed(bench, issuedAt: Self.start.adding(offset))
            : try signed(bench, issuedAt: Self.start.adding(-9_000), expiresAt: Self.start.adding(offset))
        bench.transport.enqueue(.response(.settings(settings)))
        try bench.run { try await $0.fetchConfig() }
        #expect(try bench.record.settings.trialDurationDays == 30)
        try bench.finish()
    }

    @Test("they ride along on a validation, also on one that denies, and a refused signature spoils nothing")
    func ridingAlong() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(
            .response(
                .validated(lease: try bench.lease(), settings: try signed(bench, days: 5, freeTier: false))
            )
        )
        try bench.run { try await $0.validate() }
        #expect(try bench.record.settings == ProductSettings(trialDurationDays: 5, freeTierEnabled: false))
        var forged = try signed(bench, days: 6)
        forged.settings.trialDurationDays = 600
        bench.transport.enqueue(.response(.validated(lease: try bench.lease(), settings: forged)))
        try bench.run { try await $0.validate() }
        #expect(try bench.state == .licensed)
        #expect(try bench.record.settings.trialDurationDays == 5)
        bench.transport.enqueue(
            .json(
                #"{"valid":false,"error":"refunded","trial_duration_days":0,"free_tier_enabled":true}"#,
                status: 422
            )
        )
        try bench.run { try await $0.validate() }
        #expect(try bench.state == .invalid)
        #expect(try bench.record.settings == ProductSettings(trialDurationDays: 0, freeTierEnabled: true))
        try bench.finish()
    }

    @Test("an answer that tells nothing changes no settings")
    func unknownReply() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(
            .json(#"{"valid":true,"lease":{"kid":7},"trial_duration_days":9}"#)
        )
        _ = try bench.run(within: 60) { try await $0.activeRevalidate() }
        #expect(try bench.record.settings == ProductSettings())
        try bench.finish()
    }

    @Test("callers at the same time share a request, and one that goes away leaves alone")
    func shared() throws {
        let bench = try bench()
        bench.transport.enqueue(.hold)
        let first = try bench.start { try await $0.fetchConfig() }
        let second = try bench.start { try await $0.fetchConfig() }
        first.cancel()
        try bench.simulation.drain()
        #expect(throws: CancellationError.self) { try first.value() }
        try bench.transport.release(.json(#"{"trial_duration_days":3}"#))
        try bench.simulation.drain()
        #expect(try second.value().trialDurationDays == 3)
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("patience is asked for once and kept by all")
    func patience() throws {
        let bench = try bench()
        bench.transport.enqueue(.status(429, retryAfter: 60))
        let limited = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        #expect(limited?.kind == .noAnswer(.rateLimited))
        let refused = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        #expect(refused?.kind == .notBefore(Self.start.adding(60)))
        #expect(bench.requestCount == 1)
        bench.transport.enqueue(.json("{}"))
        try bench.advance(by: 60)
        try bench.run { try await $0.fetchConfig() }
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("with an unreadable store there is a typed error and no request")
    func unreadableStore() throws {
        let bench = try LicenseBench()
        bench.store.failLoads(with: .unavailable("locked"))
        try bench.launchProcess()
        let error = #expect(throws: KeylightError.self) { try bench.run { try await $0.fetchConfig() } }
        guard case .storage? = error?.kind else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(bench.requestCount == 0)
        try bench.finish()
    }
}
