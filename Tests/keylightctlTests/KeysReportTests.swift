import Keylight
import KeylightServer
import Testing

@testable import keylightctl

@Suite("Published keys")
struct KeysReportTests {
    private static let first = "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="
    private static let second = "PuKopyg8sv1yiUPaoSfvCeSDBxqLS8aZukUi8JsUz94="

    private func published(_ primary: String?, _ keys: (String, String)...) -> PublishedKeySet {
        PublishedKeySet(primaryKeyID: primary, keys: keys.map { .init(kid: $0.0, base64: $0.1) })
    }

    @Test("an app is told when it would refuse what is signed now, and what the next rotation needs")
    func comparison() {
        let rows: [(published: PublishedKeySet, pinned: TrustedPublicKeys, problems: Int, hints: Int)] = [
            (published("k1", ("k1", Self.first)), ["k1": Self.first], 0, 0),
            // The same bytes in the other alphabet, without padding.
            (published("k1", ("k1", Self.second)), ["k1": String(Self.second.dropLast())], 0, 0),
            (published("k1", ("k1", Self.first), ("k2", Self.second)), ["k1": Self.first], 0, 1),
            (published("k2", ("k2", Self.second)), ["k1": Self.first, "k2": Self.second], 0, 1),
            (published("k2", ("k1", Self.first), ("k2", Self.second)), ["k1": Self.first], 1, 0),
            (published("k1", ("k1", Self.first)), ["k1": Self.second], 1, 0),
            (published("k1", ("k1", Self.first)), ["k1": "not base64"], 1, 0),
            (published("k9", ("k1", Self.first)), ["k1": Self.first], 2, 0),
            (published(nil, ("k1", Self.first)), ["k1": Self.first], 1, 0),
        ]
        for row in rows {
            let report = KeysReport(published: row.published, pinned: row.pinned)
            #expect(report.problems.count == row.problems, "\(report.problems)")
            #expect(report.hints.count == row.hints, "\(report.hints)")
        }
    }

    @Test("what is pinned is Swift source, and what is no key is left out and complained of")
    func pin() {
        let captured = CapturedConsole()
        let report = KeysReport(
            published: published("k1", ("k1", Self.first), ("bad", "AAAA")),
            pinned: TrustedPublicKeys([])
        )
        #expect(report.write(.pin, isJSON: false, to: captured.console) == .done)
        #expect(captured.output == ["trustedPublicKeys: [", "    \"k1\": \"\(Self.first)\",", "]"])
        #expect(captured.errors.count == 1)
        let empty = KeysReport(published: published("bad", ("bad", "AAAA")), pinned: TrustedPublicKeys([]))
        #expect(empty.write(.pin, isJSON: false, to: CapturedConsole().console) == .refused)
    }

    private func run(_ arguments: [String], server: LocalLicenseServer) async throws -> (ToolStatus, [String])
    {
        let captured = CapturedConsole()
        let time = DemoTime()
        let context = ToolContext.testing(
            captured,
            environment: ["KEYLIGHT_BASE_URL": server.baseURL, "KEYLIGHT_TENANT": "acme"],
            time: time
        )
        let tool = CommandLineTool(commands: Command.all, context: context)
        let status = try await time.call { await tool.run(["keys"] + arguments) }
        return (status, captured.output)
    }

    @Test("a rotation on a real server is seen by fetch, and check says when to ship an update")
    func rotation() async throws {
        let server = try LocalLicenseServer(
            configuration: LocalLicenseServerConfiguration(
                tenant: "acme",
                product: "app",
                signingSeed: [UInt8](1...32),
                now: { 1_772_323_200 }
            )
        )
        try server.start()
        defer { server.stop() }
        let pinned = "k1=\(server.publicKeyBase64)"
        #expect(try await run(["fetch"], server: server).1.count == 1)
        #expect(try await run(["check", "--public-key", pinned], server: server).0 == .done)
        try server.rotateKey(to: [UInt8](2...33), kid: "k2")
        let (status, lines) = try await run(["fetch"], server: server)
        #expect(status == .done)
        #expect(lines.map { $0.prefix(4) } == ["* k2", "  k1"])
        #expect(try await run(["check", "--public-key", pinned], server: server).0 == .refused)
        let both = [
            "check", "--public-key", pinned, "--public-key", "k2=\(server.publicKeyBase64)", "--json",
        ]
        let (good, json) = try await run(both, server: server)
        #expect(good == .done)
        #expect(json.first?.contains(#""trusted":true"#) == true)
    }

    @Test("a slip in the call is told, and without a server there is no answer")
    func slips() async throws {
        let server = try LocalLicenseServer(
            configuration: LocalLicenseServerConfiguration(
                tenant: "acme",
                product: "app",
                signingSeed: [UInt8](1...32),
                now: { 1_772_323_200 }
            )
        )
        try server.start()
        for arguments in [[], ["burn"], ["check"], ["fetch", "--tenant", "No/Such"]] {
            #expect(try await run(arguments, server: server).0 == .usage, "\(arguments)")
        }
        #expect(try await run(["fetch", "--tenant", "other"], server: server).0 == .undetermined)
        server.stop()
        #expect(try await run(["fetch"], server: server).0 == .undetermined)
    }
}
