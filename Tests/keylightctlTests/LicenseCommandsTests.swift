import Foundation
import Keylight
import KeylightServer
import Testing

@testable import keylightctl

/// The commands against a server that `serve` runs, as two terminals would, in virtual time.
struct LicenseCommandsTests {
    private static let key = "ACME-TEST-0000-0001"
    private static let otherKey = "ACME-TEST-0000-0002"
    private static let serveArguments = [
        "serve", "--license", "\(key),entitlements=pro+api,seats=1", "--license", "\(otherKey),revoked",
    ]

    /// How one run of the tool ended.
    private struct Run {
        var status: ToolStatus
        var output: [String]
        var errors: [String]
        var members: [String: Any]

        func text(_ name: String) -> String? { members[name] as? String }
    }

    /// What the second terminal is: a store, variables, and a time that both share.
    private struct Terminal: Sendable {
        let time = DemoTime()
        let folder = TemporaryFolder()
        let log = InMemoryLogHandler()
        var variables: [String: String] = [:]

        func run(_ arguments: [String], input: [String] = [], json: Bool = true) async throws -> Run {
            let captured = CapturedConsole(input: input)
            let context = ToolContext.testing(captured, environment: variables, time: time, log: log)
            let tool = CommandLineTool(commands: Command.all, context: context)
            let all = arguments + (json ? ["--json"] : [])
            let status = try await time.call { await tool.run(all) }
            var members: [String: Any] = [:]
            if json, let line = captured.output.first {
                members =
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                #expect(captured.output.count == 1)
                #expect(members["exit_status"] as? Int == Int(status.rawValue))
            }
            // Whatever is printed, the keys are not.
            for line in captured.output + captured.errors {
                #expect(!line.contains(LicenseCommandsTests.key))
                #expect(!line.contains(LicenseCommandsTests.otherKey))
            }
            return Run(status: status, output: captured.output, errors: captured.errors, members: members)
        }
    }

    /// Runs `serve`, and the body once it is ready; then stops it.
    private func withServer(
        _ arguments: [String] = serveArguments,
        _ body: (Terminal) async throws -> Void
    ) async throws {
        var terminal = Terminal()
        let captured = CapturedConsole()
        let gate = Gate()
        let context = ToolContext.testing(captured, time: terminal.time) { await gate.wait() }
        let tool = CommandLineTool(commands: Command.all, context: context)
        async let served = tool.run(arguments)
        var lines = captured.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        let ready = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        )
        #expect(ready["event"] as? String == "ready")
        #expect((ready["port"] as? Int ?? 0) > 0)
        let kid = try #require(ready["kid"] as? String)
        let publicKey = try #require(ready["public_key"] as? String)
        terminal.variables = [
            "KEYLIGHT_BASE_URL": try #require(ready["base_url"] as? String),
            "KEYLIGHT_TENANT": try #require(ready["tenant"] as? String),
            "KEYLIGHT_PRODUCT": try #require(ready["product"] as? String),
            "KEYLIGHT_PUBLIC_KEYS": "\(kid)=\(publicKey)", "KEYLIGHT_STORE": terminal.folder.path,
        ]
        defer { try? terminal.folder.remove() }
        do {
            try await body(terminal)
        } catch {
            Issue.record(error)
        }
        gate.open()
        #expect(await served == .done)
        #expect(captured.errors.isEmpty)
        #expect(captured.output.count == 1)
    }

    @Test func goesThroughALicensesLife() async throws {
        try await withServer { terminal in
            let first = try await terminal.run(["status"])
            #expect(first.status == .refused && first.text("reason") == "not_activated")
            let activated = try await terminal.run(["activate"], input: [" acme-test-0000-0001 "])
            #expect(activated.status == .done && activated.text("result") == "activated")
            #expect(activated.text("state") == "licensed")
            #expect(activated.members["entitlements"] as? [String] == ["api", "pro"])
            #expect(activated.text("license_key")?.hasPrefix("ACME-…-0001(#") == true)
            #expect(activated.text("request_id")?.count == 8)
            let status = try await terminal.run(["status"])
            #expect(status.status == .done && status.text("state") == "licensed")
            #expect(status.members["request_id"] is NSNull)
            let refreshed = try await terminal.run(["refresh"])
            #expect(refreshed.status == .done && refreshed.text("skip_reason") == "debounced")
            await terminal.time.pass(6 * Seconds.hour + 1)
            let stale = try await terminal.run(["refresh"])
            #expect(stale.status == .done && stale.text("result") == "confirmed")
            let validated = try await terminal.run(["validate"])
            #expect(validated.status == .done && validated.text("result") == "confirmed")
            let explained = try await terminal.run(["explain"])
            let explanation = explained.members["explanation"] as? [String: Any]
            #expect(explained.status == .done && explanation?["rule_name"] as? String == "usable_lease")
            let text = try await terminal.run(["explain"], json: false)
            #expect(text.output.contains("rule: 2 usableLease"))
            let released = try await terminal.run(["deactivate"])
            #expect(released.status == .done && released.text("result") == "released")
            let again = try await terminal.run(["deactivate"])
            #expect(again.status == .done && again.text("result") == "nothing_to_release")
            let last = try await terminal.run(["validate"])
            #expect(last.status == .refused)
            #expect((last.members["error"] as? [String: Any])?["kind"] as? String == "no_license_key")
        }
    }

    @Test func refusesWithTheRequestID() async throws {
        try await withServer { terminal in
            let revoked = try await terminal.run(["activate", Self.otherKey])
            #expect(revoked.status == .refused)
            let error = revoked.members["error"] as? [String: Any]
            #expect(error?["kind"] as? String == "refused" && error?["status"] as? Int == 422)
            let id = try #require(error?["request_id"] as? String)
            #expect(revoked.errors == ["keylightctl: \(error?["text"] as? String ?? "")"])
            #expect(revoked.errors.first?.hasSuffix("[\(id)]") == true)
            let unknown = try await terminal.run(["activate", "ACME-TEST-9999-9999"])
            #expect(unknown.status == .refused && unknown.text("state") == "expired")
            let malformed = try await terminal.run(["activate", "ACME_1"])
            #expect(malformed.status == .refused)
            #expect((malformed.members["error"] as? [String: Any])?["request_id"] is NSNull)
        }
    }

    @Test func findsTheSeatOfThisMachineAgain() async throws {
        try await withServer { terminal in
            let first = try await terminal.run(["activate", "-"], input: [Self.key])
            // The license has one seat.
            let second = try await terminal.run(["activate", Self.key])
            #expect(first.status == .done && second.status == .done)
        }
    }

    @Test func wantsAKeyAndKeysToTrust() async throws {
        try await withServer { terminal in
            let none = try await terminal.run(["activate"])
            #expect(none.status == .usage && none.output.isEmpty)
            #expect(
                none.errors.first
                    == "keylightctl activate: no license key: give one as argument or on standard input"
            )
            var trusting = terminal
            trusting.variables["KEYLIGHT_PUBLIC_KEYS"] = nil
            let untrusted = try await trusting.run(["activate", Self.key])
            #expect(untrusted.status == .usage)
            #expect(untrusted.errors.first?.contains("--public-key: no key is trusted") == true)
            #expect(try await terminal.run(["activate", Self.key]).status == .done)
            let distrusted = try await trusting.run(["status"])
            #expect(distrusted.status == .refused && distrusted.text("reason") == "lease_not_trusted")
        }
    }

    @Test func logsWhenAsked() async throws {
        try await withServer { terminal in
            let quiet = try await terminal.run(["activate", Self.key])
            #expect(terminal.log.lines.isEmpty)
            #expect(quiet.status == .done)
            let id = try #require(try await terminal.run(["validate", "--verbose"]).text("request_id"))
            #expect(terminal.log.lines.contains { $0.hasPrefix("[\(id)] sending POST /acme/app/validate") })
            #expect(!terminal.log.lines.contains { $0.contains(Self.key) })
        }
    }

    @Test func keepsTheVerdictWithoutAServer() async throws {
        try await withServer { terminal in
            #expect(try await terminal.run(["activate", Self.key]).status == .done)
            try await Self.withoutServer(terminal) { unreachable in
                #expect(try await unreachable.run(["status"]).status == .done)
                let validated = try await unreachable.run(["validate"])
                #expect(validated.status == .undetermined && validated.text("state") == "licensed")
                let error = validated.members["error"] as? [String: Any]
                #expect(error?["kind"] as? String == "no_answer")
                await unreachable.time.pass(6 * Seconds.hour + 1)
                let refreshed = try await unreachable.run(["refresh"])
                #expect(refreshed.status == .done && refreshed.text("result") == "unknown")
                await unreachable.time.pass(8 * Seconds.day)
                let ended = try await unreachable.run(["refresh"])
                #expect(ended.status == .undetermined && ended.text("reason") == "offline_lease_ended")
                #expect(try await unreachable.run(["status"]).status == .refused)
                let removed = try await unreachable.run(["deactivate"])
                #expect(removed.status == .undetermined && removed.text("result") == "release_pending")
            }
            // The next command that reaches the server gives the seat back, and waits until it has.
            let refreshed = try await terminal.run(["refresh"])
            #expect(refreshed.status == .refused)
            let explained = try await terminal.run(["explain"])
            #expect((explained.members["explanation"] as? [String: Any])?["pending_releases"] as? Int == 0)
            let unusable = (explained.members["explanation"] as? [String: Any])?["unusable_replies"]
            #expect((unusable as? [String: Int]) == [:])
        }
    }

    /// Runs the body with a base URL at which nobody listens.
    private static func withoutServer(
        _ terminal: Terminal,
        _ body: (Terminal) async throws -> Void
    ) async throws {
        let server = try LocalLicenseServer(
            configuration: LocalLicenseServerConfiguration(
                tenant: "acme",
                product: "app",
                signingSeed: SigningSeed.generated().bytes,
                now: { 0 }
            )
        )
        try server.start()
        server.stop()
        var unreachable = terminal
        unreachable.variables["KEYLIGHT_BASE_URL"] = server.baseURL
        try await body(unreachable)
    }

    @Test func saysWhenTheStoreCannotBeRead() async throws {
        try await withServer { terminal in
            #expect(try await terminal.run(["activate", Self.key]).status == .done)
            var blocked = terminal
            // A file where the directory should be.
            blocked.variables["KEYLIGHT_STORE"] = terminal.folder.path + "/license.sealed"
            for command in ["status", "validate", "refresh", "explain", "deactivate"] {
                let run = try await blocked.run([command])
                #expect(run.status == .undetermined, "\(command)")
                #expect(run.members["resolved"] as? Bool == false, "\(command)")
            }
            let activated = try await blocked.run(["activate", Self.key])
            #expect(activated.status == .undetermined)
        }
    }

    @Test func showsTheTrialThatTheServerGrants() async throws {
        try await withServer(Self.serveArguments + ["--trial-days", "9"]) { terminal in
            #expect(try await terminal.run(["activate", Self.key]).status == .done)
            #expect(try await terminal.run(["validate"]).status == .done)
            let released = try await terminal.run(["deactivate"])
            #expect(released.status == .done && released.text("result") == "released")
            let status = try await terminal.run(["status"])
            #expect(status.status == .done && status.text("state") == "trial")
            #expect(status.members["days_left"] as? Int == 9)
        }
    }

    @Test func saysThatThePortIsTaken() async throws {
        try await withServer { terminal in
            let url = try #require(terminal.variables["KEYLIGHT_BASE_URL"])
            let port = try #require(url.split(separator: ":").last)
            let second = try await terminal.run(["serve", "--port", String(port)], json: false)
            #expect(second.status == .undetermined)
            #expect(second.output.isEmpty && second.errors.count == 1)
        }
    }
}
