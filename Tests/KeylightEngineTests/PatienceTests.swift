import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// `Retry-After` in answer to any call holds every automatic request back, and no wish of the user.
@Suite("Patience that the server asks for")
struct PatienceTests {
    private static let asked: Int64 = 600

    /// A license that is due for a foreground check.
    private func stale() throws -> LicenseBench {
        let bench = try LicenseBench.licensed()
        try bench.advance(by: 7 * Seconds.hour)
        return bench
    }

    @Test("asked for at an activation", arguments: [(429, -1), (429, 0), (503, -1), (503, 0)])
    func activation(status: Int, offset: Int64) throws {
        let bench = try stale()
        bench.transport.enqueue(.status(status, retryAfter: Self.asked))
        let error = #expect(throws: KeylightError.self) {
            try bench.run { try await $0.activate(key: "ACME-TEST-0000-0002") }
        }
        #expect(error?.kind == .noAnswer(.rateLimited))
        #expect(try bench.record.notBefore == bench.now.adding(Self.asked))
        bench.transport.fallback = .reply(bench.validWhenAsked())
        try bench.advance(by: Self.asked + offset)
        let result = try bench.foreground()
        if offset < 0 {
            guard case .skipped(.notBefore(seconds: 1)) = result else {
                Issue.record("\(result)")
                return
            }
        }
        #expect(bench.requestCount == (offset < 0 ? 1 : 2))
        try bench.finish()
    }

    @Test("asked for at an activation, it holds in the next process as well")
    func survives() throws {
        let bench = try stale()
        bench.transport.enqueue(.status(429, retryAfter: Self.asked))
        _ = try? bench.run { try await $0.activate(key: "ACME-TEST-0000-0002") }
        try bench.relaunch(after: 60)
        guard case .skipped(.notBefore) = try bench.checkOnLaunch() else {
            Issue.record("asked all the same")
            return
        }
        try bench.finish()
    }

    @Test("the user's own activation is let through, and a good answer ends the patience")
    func usersWish() throws {
        let bench = try stale()
        bench.transport.enqueue(.status(429, retryAfter: Self.asked))
        _ = try? bench.run { try await $0.activate(key: "ACME-TEST-0000-0002") }
        bench.transport.enqueue(bench.activated(with: try bench.lease()))
        let key = bench.key.rawValue
        try bench.run { try await $0.activate(key: key) }
        #expect(try bench.record.notBefore == nil)
        try bench.finish()
    }

    @Test("asked for at a release, it holds the release back, and the checks", arguments: [-1, 0])
    func release(offset: Int64) throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(.status(429, retryAfter: Self.asked))
        guard case .releasePending = try bench.run({ try await $0.deactivate() }) else {
            Issue.record("released")
            return
        }
        #expect(try bench.record.notBefore == bench.now.adding(Self.asked))
        bench.transport.fallback = .reply(bench.released)
        // Longer than the debounce, which alone would let it through.
        try bench.advance(by: Self.asked + offset)
        try bench.checkOnLaunch()
        try bench.simulation.drain()
        #expect(bench.requestCount == (offset < 0 ? 1 : 2))
        try bench.finish()
    }

    @Test("a key that is tried again by itself waits as long as the server wants")
    func repeatedActivation() throws {
        let bench = try stale()
        bench.transport.enqueue(.json(#"{"error":"unknown"}"#, status: 404))
        let waiting = try bench.start {
            try await $0.activate(key: "ACME-TEST-0000-0002", retryNotFoundFor: 3_000)
        }
        bench.transport.enqueue(.status(429, retryAfter: 120))
        _ = try bench.run { try await $0.activeRevalidate() }
        bench.transport.fallback = .reply(.json(#"{"error":"no"}"#, status: 422))
        try bench.advance(by: 119)
        #expect(bench.requestCount(to: "activate") == 1)
        try bench.advance(by: 1)
        #expect(throws: KeylightError.self) { try waiting.value() }
        #expect(bench.requestCount(to: "activate") == 2)
        try bench.finish()
    }
}
