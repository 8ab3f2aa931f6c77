import Keylight
import KeylightServer
import Testing

@testable import keylightctl

struct ServeOptionsTests {
    private static let sdkKey = "sdk_live_" + String(repeating: "0f", count: 32)

    private func options(_ arguments: [String], environment: [String: String] = [:]) throws -> ServeOptions {
        let parser = ArgumentParser(syntax: Command.serve.syntax, environment: environment)
        return try ServeOptions(try #require(try parser.parse(arguments)))
    }

    @Test func hasDefaults() throws {
        let options = try options([])
        #expect(options.port == 0)
        #expect(options.tenant == "acme" && options.product == "app")
        #expect(options.sdkKey == nil)
        #expect(options.licenses.isEmpty)
        #expect(options.leaseLength == 7 * Seconds.day)
        #expect(options.settings == ServedSettings(trialDurationDays: 0, isFreeTierEnabled: false))
    }

    @Test func takesEverything() throws {
        let options = try options([
            "--port", "4000", "--tenant", "t", "--product", "p", "--sdk-key", Self.sdkKey, "--signing-seed",
            String(repeating: "01", count: 32), "--license", "ACME-1,seats=2", "--license", "ACME-2",
            "--lease-length", "60", "--trial-days", "9", "--free-tier",
        ])
        #expect(options.port == 4_000)
        #expect(options.tenant == "t" && options.product == "p")
        #expect(options.sdkKey == Self.sdkKey)
        #expect(options.seed.bytes == [UInt8](repeating: 1, count: 32))
        #expect(options.licenses == [ServedLicense(key: "ACME-1", seats: 2), ServedLicense(key: "ACME-2")])
        #expect(options.leaseLength == 60)
        let server = try options.makeServer { 0 }
        #expect(server.state.leaseLength == 60 && server.state.licenses.count == 2)
        #expect(server.state.settings == ServedSettings(trialDurationDays: 9, isFreeTierEnabled: true))
    }

    @Test func takesTheClientsVariables() throws {
        let options = try options(
            [],
            environment: [
                "KEYLIGHT_TENANT": "t", "KEYLIGHT_PRODUCT": "p", "KEYLIGHT_SDK_KEY": Self.sdkKey,
                "KEYLIGHT_SIGNING_SEED": String(repeating: "02", count: 32),
            ]
        )
        #expect(options.tenant == "t" && options.product == "p" && options.sdkKey == Self.sdkKey)
        #expect(options.seed.bytes == [UInt8](repeating: 2, count: 32))
    }

    @Test(arguments: [
        (["--port", "65536"], "--port: \"65536\" is not an integer in 0…65535"),
        (["--tenant", "Acme"], "--tenant: \"Acme\" is not one or more of a-z, 0-9, _ and -"),
        (["--product", ""], "--product: \"\" is not one or more of a-z, 0-9, _ and -"),
        (["--sdk-key", "secret"], "--sdk-key: it is not sdk_live_ and 64 hexadecimal characters"),
        (
            ["--signing-seed", "secret"],
            "--signing-seed: it is neither 64 hexadecimal digits nor Base64 of 32 bytes"
        ),
        (["--trial-days", "-1"], "--trial-days: \"-1\" is not an integer in 0…36500"),
        (["--lease-length", "0"], "--lease-length: \"0\" is not an integer in 1…315360000"),
        (
            ["--license", "A-1", "--license", "A-2,seats=x"],
            "--license, number 2: seats: \"x\" is not a count"
        ),
        (
            ["--license", "A-1", "--license", "a-1"],
            "--license, number 2: the key is that of one before it"
        ),
    ])
    func namesTheFlagThatIsWrong(_ arguments: [String], _ text: String) {
        #expect(throws: UsageError(text)) { try options(arguments) }
    }

    @Test func namesTheVariableThatIsWrong() {
        #expect(
            throws: UsageError("KEYLIGHT_SDK_KEY: it is not sdk_live_ and 64 hexadecimal characters")
        ) { try options([], environment: ["KEYLIGHT_SDK_KEY": "secret"]) }
    }

    @Test func refusesTheTenantOfTheAdminCalls() throws {
        let options = try options(["--tenant", "_admin"])
        #expect(throws: UsageError("--tenant: \"_admin\" cannot be used")) { try options.makeServer { 0 } }
    }
}
