import Foundation
import Keylight
import KeylightTesting
import Testing

@Suite("The configuration")
struct KeylightConfigurationTests {
    private static let goodKey = "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="
    private static let sdkKey = "sdk_live_" + String(repeating: "0f", count: 32)

    /// What each wrong value is, and the field that the error must name.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var field: String
        var sdkKey: String? = KeylightConfigurationTests.sdkKey
        var tenant = "acme"
        var product = "editor"
        var prefix: String?
        var keys: TrustedPublicKeys = ["k1": KeylightConfigurationTests.goodKey]
        var base = "https://api.keylight.dev"
        var days: Int64? = 15
        var trial: Int64?
        var storage = KeylightStorage.inMemory
        var policy = LicensePolicy.standard

        var testDescription: String { field }

        func make() throws -> KeylightConfiguration {
            try KeylightConfiguration(
                sdkKey: sdkKey,
                tenantId: tenant,
                productId: product,
                keyPrefix: prefix,
                trustedPublicKeys: keys,
                baseURL: base,
                maxOfflineDays: days,
                trialDurationDays: trial,
                storage: storage,
                policy: policy,
                logHandlers: []
            )
        }
    }

    /// Numbers of the rules that no product can mean.
    private static var policies: [Wrong] {
        func wrong(_ field: String, _ change: (inout LicensePolicy) -> Void) -> Wrong {
            var policy = LicensePolicy.standard
            change(&policy)
            return Wrong(field: "policy.\(field)", policy: policy)
        }
        return [
            wrong("keylessHeartbeat") { $0.keylessHeartbeat = 0 },
            wrong("keylessHeartbeat") { $0.keylessHeartbeat = -1 },
            wrong("storePatience") { $0.storePatience = 0 },
            wrong("keylessDebounce") { $0.keylessDebounce = -1 },
            wrong("wakeEventPatience") { $0.wakeEventPatience = -1 },
            wrong("wakeLateness") { $0.wakeLateness = -1 },
            wrong("wakeRetries") { $0.wakeRetries = [5, 0] },
            wrong("notFoundRetries") { $0.notFoundRetries = [-30] },
            wrong("retryAfterLimits") { $0.retryAfterLimits = 0...60 },
            wrong("refusedReleaseTries") { $0.refusedReleaseTries = -1 },
            wrong("refusedReleaseInterval") { $0.refusedReleaseInterval = -1 },
        ]
    }

    @Test(
        "a call is tried once at least and ten times at most, and each try has a time",
        arguments: [
            (RetryPolicy(maximumAttempts: 0), "retryPolicy.maximumAttempts"),
            (RetryPolicy(maximumAttempts: 11), "retryPolicy.maximumAttempts"),
            (RetryPolicy(attemptTimeout: 0), "retryPolicy.attemptTimeout"),
            (RetryPolicy(maximumAttempts: 1), nil), (RetryPolicy(maximumAttempts: 10), nil),
            (RetryPolicy(attemptTimeout: 1), nil),
        ] as [(RetryPolicy, String?)]
    )
    func retryPolicies(_ policy: RetryPolicy, _ field: String?) throws {
        do throws(KeylightError) {
            let configuration = try KeylightConfiguration(
                sdkKey: nil,
                tenantId: "acme",
                productId: "editor",
                trustedPublicKeys: [:],
                storage: .inMemory,
                retryPolicy: policy,
                logHandlers: []
            )
            #expect(field == nil)
            #expect(configuration.engine.retryPolicy == policy)
        } catch {
            #expect(field.map { "\(error)".contains($0) } == true, "\(error)")
        }
    }

    @Test("the least numbers that can be meant are taken")
    func leastNumbers() throws {
        var policy = LicensePolicy.standard
        policy.keylessHeartbeat = 1
        policy.keylessDebounce = 0
        policy.wakeEventPatience = 0
        policy.wakeLateness = 0
        policy.wakeRetries = []
        policy.notFoundRetries = []
        policy.retryAfterLimits = 1...1
        policy.refusedReleaseTries = 0
        policy.refusedReleaseInterval = 0
        var good = Wrong(field: "none", policy: policy)
        good.days = 15
        #expect(try good.make().engine.policy == policy)
    }

    private static var wrongs: [Wrong] {
        var ladder = LicensePolicy.standard
        ladder.retryLadder = [0]
        var hop = LicensePolicy.standard
        hop.longestHop = 0
        var debounce = LicensePolicy.standard
        debounce.debounce = -1
        return policies + [
            Wrong(field: "tenantId", tenant: ""),
            Wrong(field: "tenantId", tenant: "Acme"),
            Wrong(field: "tenantId", tenant: "acme/../x"),
            Wrong(field: "productId", product: "my product"),
            Wrong(field: "productId", product: "éditeur"),
            Wrong(field: "sdkKey", sdkKey: "sdk_live_123"),
            Wrong(field: "sdkKey", sdkKey: ""),
            Wrong(field: "keyPrefix", prefix: "ACME_"),
            Wrong(field: "keyPrefix", prefix: ""),
            Wrong(field: "trustedPublicKeys", keys: ["k1": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg=="]),
            Wrong(field: "trustedPublicKeys", keys: ["k1": "not base64!"]),
            Wrong(field: "trustedPublicKeys", keys: ["": goodKey]),
            Wrong(field: "trustedPublicKeys", keys: ["k|1": goodKey]),
            Wrong(field: "trustedPublicKeys", keys: ["k1": goodKey, "k1": goodKey]),
            Wrong(field: "baseURL", base: "http://api.keylight.dev"),
            Wrong(field: "baseURL", base: "http://127.0.0.1.evil.test"),
            Wrong(field: "baseURL", base: "http://localhost@evil.test"),
            Wrong(field: "baseURL", base: "ftp://localhost"),
            Wrong(field: "baseURL", base: ""),
            Wrong(field: "maxOfflineDays", days: -1),
            Wrong(field: "trialDurationDays", trial: -1),
            Wrong(field: "storage", storage: .encryptedFile(directory: "relative/path")),
            Wrong(field: "policy.retryLadder", policy: ladder),
            Wrong(field: "policy.longestHop", policy: hop),
            Wrong(field: "policy.debounce", policy: debounce),
        ]
    }

    @Test("each wrong value is a typed error that names its field", arguments: wrongs)
    func wrongValue(_ wrong: Wrong) {
        let error = #expect(throws: KeylightError.self) { try wrong.make() }
        guard case .invalidConfiguration(let field, let problem)? = error?.kind else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(field == wrong.field)
        #expect(!problem.isEmpty)
        #expect(error?.operation == .configure)
        #expect(error?.localizedDescription.contains(field) == true)
    }

    @Test("good values are taken as they are")
    func goodValues() throws {
        let configuration = try KeylightConfiguration(
            sdkKey: Self.sdkKey,
            tenantId: "acme_2",
            productId: "editor-pro",
            keyPrefix: "ACME-",
            trustedPublicKeys: ["k1": Self.goodKey, "k2": "PuKopyg8sv1yiUPaoSfvCeSDBxqLS8aZukUi8JsUz94"],
            baseURL: "http://localhost:8080/",
            maxOfflineDays: nil,
            trialDurationDays: 14,
            freeTierEnabled: true,
            storage: .inMemory,
            instanceName: "",
            telemetry: .off,
            machineIdentifier: "hardware-1",
            logHandlers: []
        )
        let engine = configuration.engine
        #expect(engine.trustedKeys.kids == ["k1", "k2"])
        #expect(engine.policy.maxOfflineDays == nil)
        #expect(engine.seed == ProductSeed(trialDurationDays: 14, freeTierEnabled: true))
        #expect(engine.instanceName == "device")
        #expect(engine.telemetry == .none)
        #expect(engine.machineHash?.count == 64)
    }

    @Test("an SDK key and trusted keys may be left out, a first day's zero cap is allowed")
    func minimum() throws {
        let configuration = try KeylightConfiguration(
            sdkKey: nil,
            tenantId: "a",
            productId: "b",
            trustedPublicKeys: [:],
            maxOfflineDays: 0,
            storage: .inMemory,
            logHandlers: []
        )
        #expect(configuration.engine.sdkKey == nil)
        #expect(configuration.engine.policy.maxOfflineDays == 0)
        #expect(!configuration.engine.instanceName.isEmpty)
    }
}
