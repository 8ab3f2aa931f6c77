import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Checks that an app asks for: now, at a moment that matters, after an upgrade.
@Suite("Checks that the app asks for")
struct RequestedChecksTests {
    @Test("activeRevalidate asks once in 60 s", arguments: [(59, 1), (60, 2), (61, 2)] as [(Int64, Int)])
    func activeRevalidate(age: Int64, requests: Int) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Seconds.hour)
        try bench.run { try await $0.activeRevalidate() }
        try bench.advance(by: age)
        try bench.run { try await $0.activeRevalidate() }
        #expect(bench.requestCount == requests)
        try bench.finish()
    }

    @Test("an upgrade is seen by the first poll that shows it")
    func upgrade() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(try bench.valid(), try bench.valid())
        let waiting = try bench.start { try await $0.refreshAfterUpgrade() }
        #expect(bench.requestCount == 1)
        try bench.advance(by: 2)
        #expect(bench.requestCount == 2)
        #expect(!waiting.isFinished)
        bench.transport.enqueue(try bench.valid(try bench.lease(entitlements: ["pro", "team"])))
        try bench.advance(by: 2)
        #expect(try waiting.value())
        #expect(bench.requestCount == 3)
        #expect(try bench.snapshot.entitlements == ["pro", "team"])
        try bench.finish()
    }

    @Test("an upgrade that is there already needs one request")
    func upgradeAtOnce() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(try bench.valid(try bench.lease(entitlements: ["pro", "team"])))
        #expect(try bench.run { try await $0.refreshAfterUpgrade() })
        #expect(bench.requestCount == 1)
        try bench.finish()
    }

    @Test("without an upgrade it ends in time, also when the server hangs", arguments: [false, true])
    func noUpgrade(hangs: Bool) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(hangs ? .hold : bench.validWhenAsked())
        let waiting = try bench.start { try await $0.refreshAfterUpgrade() }
        try bench.advance(by: 27)
        #expect(!waiting.isFinished)
        // No request begins that could not end in time.
        try bench.advance(by: 3)
        #expect(try waiting.value() == false)
        #expect(bench.requestCount <= (hangs ? 2 : 15))
        _ = bench.transport.releaseAll(with: .failure(.timedOut))
        bench.endProcess()
        try bench.simulation.shutDown()
    }

    @Test("a poll interval under a tenth of a second is a tenth of a second")
    func leastInterval() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(bench.validWhenAsked())
        let waiting = try bench.start {
            try await $0.refreshAfterUpgrade(timeout: 1, pollInterval: -.infinity)
        }
        try bench.advance(by: 2)
        #expect(try waiting.value() == false)
        #expect(bench.requestCount == 10)
        try bench.finish()
    }

    @Test("an upgrade without a key, or while the server wants to be left alone, is not waited for")
    func notAllowed() throws {
        let empty = try LicenseBench()
        try empty.launchProcess()
        #expect(try empty.run { try await $0.refreshAfterUpgrade() } == false)
        #expect(empty.requestCount == 0)
        try empty.finish()

        let limited = try LicenseBench.licensed()
        limited.transport.enqueue(.status(429, retryAfter: 60))
        let waiting = try limited.start { try await $0.refreshAfterUpgrade() }
        try limited.advance(by: 4)
        #expect(try waiting.value() == false)
        #expect(limited.requestCount == 1)
        try limited.finish()
    }

    @Test("validate says why nothing was learnt")
    func validateFails() throws {
        let empty = try LicenseBench()
        try empty.launchProcess()
        let missing = #expect(throws: KeylightError.self) { try empty.run { try await $0.validate() } }
        #expect(missing?.kind == .noLicenseKey)
        try empty.finish()

        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.status(400))
        let refused = #expect(throws: KeylightError.self) { try bench.run { try await $0.validate() } }
        #expect(refused?.kind == .noAnswer(.requestRefused(status: 400)))
        #expect(refused?.requestID != nil)
        try bench.finish()
    }
}
