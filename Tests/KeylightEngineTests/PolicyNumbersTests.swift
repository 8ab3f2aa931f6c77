import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// An engine is safe with any numbers: it never wakes up, asks or reports in a tight loop.
@Suite("Numbers that nobody can mean")
struct PolicyNumbersTests {
    private static func policy(_ value: Int64) -> LicensePolicy {
        var policy = LicensePolicy.standard
        policy.debounce = value
        policy.nearExpiry = value
        policy.staleAfter = value
        policy.scheduleLead = value
        policy.scheduleJitter = value
        policy.leaseSkew = value
        policy.rollbackTolerance = value
        policy.unsetClockDistance = value
        policy.jumpConfirmation = value
        policy.floorStep = value
        policy.longestHop = value
        policy.retryLadder = [value]
        policy.retryAfterEnd = value
        policy.recoveryInterval = value
        policy.activeRevalidateInterval = value
        policy.warningLead = value
        policy.wakeRetries = [value]
        policy.wakeEventPatience = value
        policy.wakeLateness = value
        policy.keylessDebounce = value
        policy.keylessHeartbeat = value
        policy.notFoundRetries = [value]
        policy.refusedReleaseTries = value
        policy.storePatience = value
        policy.refusedReleaseInterval = value
        policy.retryAfterLimits = value...value
        return policy
    }

    private static let minute: Int64 = 60

    /// Lets a minute pass; in the end nothing has happened more often than once a second.
    private func expectCalm(_ bench: LicenseBench, _ body: (LicenseBench) throws -> Void) throws {
        try body(bench)
        bench.transport.forgetRequests()
        // Two timers a second, and the pauses between the attempts of a call.
        bench.simulation.wakeUpLimit = 400
        try bench.advance(by: Self.minute)
        #expect(bench.requestCount <= 3 * Int(Self.minute))
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test("with a license", arguments: [.min, -1, 0, 1, .max] as [Int64], [true, false])
    func licensed(value: Int64, isOnline: Bool) throws {
        let bench = try LicenseBench.licensed(policy: Self.policy(value))
        bench.transport.fallback = .reply(isOnline ? bench.validWhenAsked() : .failure(.tlsFailed))
        try expectCalm(bench) { bench in
            bench.hints.post(.woke)
            _ = try bench.start { try await $0.checkOnLaunch() }
            _ = try bench.start {
                try await $0.activate(key: "ACME-TEST-0000-0002", retryNotFoundFor: 3_600)
            }
        }
    }

    @Test("without one, with reports", arguments: [.min, -1, 0, 1, .max] as [Int64], [200, 401, 429])
    func keyless(value: Int64, status: Int) throws {
        let bench = try LicenseBench(
            policy: Self.policy(value),
            seed: ProductSeed(trialDurationDays: 14)
        )
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(
            status == 200 ? .json("{}") : .status(status, retryAfter: status == 429 ? 0 : nil)
        )
        try bench.launchProcess()
        try expectCalm(bench) { _ = try $0.start { try await $0.checkOnLaunch() } }
    }

    @Test("a heartbeat of 0 reports once a second at most, not without end")
    func heartbeat() throws {
        var policy = LicensePolicy.exact
        policy.keylessHeartbeat = 0
        policy.keylessDebounce = 0
        let bench = try LicenseBench(policy: policy, seed: ProductSeed(trialDurationDays: 14))
        bench.configuration.sendsKeylessReports = true
        bench.transport.fallback = .reply(.json("{}"))
        try bench.launchProcess()
        try expectCalm(bench) { _ = try $0.start { try await $0.checkOnLaunch() } }
    }
}
