import Keylight
import Testing

@testable import keylightctl

struct ClientConfigurationTests {
    private static let publicKey = "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="
    private static let base = ["--tenant", "acme", "--product", "app"]

    private func configuration(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> KeylightConfiguration {
        let parser = ArgumentParser(syntax: Command.status.syntax, environment: environment)
        let parsed = try #require(try parser.parse(arguments))
        return try ClientConfiguration(
            arguments: parsed,
            context: .testing(CapturedConsole(), environment: environment)
        )
        .make(transport: NoNetwork())
    }

    @Test func takesFlags() throws {
        let configuration = try configuration(
            Self.base + [
                "--base-url", "http://127.0.0.1:9", "--key-prefix", "ACME-", "--max-offline-days", "3",
                "--public-key", "k1=\(Self.publicKey)", "--public-key", "k2=\(Self.publicKey)", "--store",
                "/place",
            ]
        )
        #expect(configuration.engine.keyPrefix == "ACME-")
        #expect(configuration.engine.policy.maxOfflineDays == 3)
        #expect(!configuration.engine.trustedKeys.isEmpty)
        #expect((configuration.store as? SealedFileStore)?.directory == "/place")
    }

    @Test func takesVariables() throws {
        let configuration = try configuration(
            [],
            environment: [
                "KEYLIGHT_TENANT": "acme", "KEYLIGHT_PRODUCT": "app", "KEYLIGHT_STORE": "place",
                "KEYLIGHT_PUBLIC_KEYS": "k1=\(Self.publicKey),k2=\(Self.publicKey)",
                "KEYLIGHT_MAX_OFFLINE_DAYS": "none", "KEYLIGHT_KEY_PREFIX": "ACME-",
            ]
        )
        #expect(configuration.engine.keyPrefix == "ACME-")
        #expect(configuration.engine.policy.maxOfflineDays == nil)
        #expect(!configuration.engine.trustedKeys.isEmpty)
        #expect((configuration.store as? SealedFileStore)?.directory == "/working/place")
    }

    @Test func hasDefaults() throws {
        let configuration = try configuration(Self.base, environment: ["HOME": "/home/me"])
        #expect(configuration.engine.policy.maxOfflineDays == 15)
        #expect(configuration.engine.trustedKeys.isEmpty)
        #expect(configuration.engine.sdkKey == nil && configuration.engine.keyPrefix == nil)
    }

    @Test(
        arguments: [
            ([], "--tenant (or KEYLIGHT_TENANT) is missing"),
            (["--tenant", "acme"], "--product (or KEYLIGHT_PRODUCT) is missing"),
            (
                ["--tenant", "Acme", "--product", "app"],
                "--tenant: \"Acme\" is not one or more of a-z, 0-9, _ and -"
            ),
            (
                ["--tenant", "acme", "--product", "a/b"],
                "--product: \"a/b\" is not one or more of a-z, 0-9, _ and -"
            ),
            (
                base + ["--base-url", "http://example.com"],
                "--base-url: Plain http is for localhost, 127.0.0.0/8 and [::1] only; use https."
            ),
            (base + ["--sdk-key", "secret"], "--sdk-key: it is not sdk_live_ and 64 hexadecimal characters"),
            (base + ["--public-key", "k1"], "--public-key: \"k1\" is not KID=BASE64"),
            (
                base + ["--max-offline-days", "-1"],
                "--max-offline-days: \"-1\" is neither a number of days nor none"
            ),
            (
                base + ["--max-offline-days", "None"],
                "--max-offline-days: \"None\" is neither a number of days nor none"
            ),
            (base + ["--store="], "--store: it is empty"),
        ] as [([String], String)]
    )
    func namesTheFlagThatIsWrong(_ arguments: [String], _ text: String) {
        #expect(throws: UsageError(text)) { try configuration(arguments) }
    }

    @Test(arguments: ["k1=AAAA", "k1=no base64", "=\(publicKey)", "k|1=\(publicKey)"])
    func namesTheFlagOfAWrongKey(_ key: String) {
        let error = #expect(throws: UsageError.self) { try configuration(Self.base + ["--public-key", key]) }
        #expect(error?.text.hasPrefix("--public-key: ") == true)
    }

    @Test func namesTheFlagOfAWrongPrefix() {
        let error = #expect(throws: UsageError.self) {
            try configuration(Self.base + ["--key-prefix", "A_"])
        }
        #expect(error?.text.hasPrefix("--key-prefix: ") == true)
    }

    @Test func namesTheVariableThatIsWrong() {
        let error = #expect(throws: UsageError.self) {
            try configuration(Self.base, environment: ["KEYLIGHT_PUBLIC_KEYS": "k1=\(Self.publicKey),k2"])
        }
        #expect(error?.text == "KEYLIGHT_PUBLIC_KEYS: \"k2\" is not KID=BASE64")
    }
}
