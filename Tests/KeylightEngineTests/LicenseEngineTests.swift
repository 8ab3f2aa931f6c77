import KeylightCore
import KeylightEngine
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

@Suite("The engine")
struct LicenseEngineTests {
    @Test("an activation is verified, stored in one write, and licensed")
    func activation() throws {
        let bench = try LicenseBench.licensed()
        #expect(try bench.state == .licensed)
        #expect(try bench.snapshot.entitlements == ["pro"])
        #expect(try bench.record.lease?.status == .active)
        #expect(bench.store.counts.writes == 1)
        try bench.finish()
    }

    @Test("the lease is refreshed one hour before its end with nobody calling")
    func scheduledRefresh() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.enqueue(bench.validWhenAsked())
        try bench.advance(by: LicenseBench.week - Seconds.hour - 1)
        #expect(bench.requestCount == 0)
        try bench.advance(by: 1)
        #expect(bench.requestCount == 1)
        #expect(
            try bench.record.lease?.issuedAt == LicenseBench.start.adding(LicenseBench.week - Seconds.hour)
        )
        #expect(try bench.state == .licensed)
        try bench.finish()
    }

    @Test("without a network the state changes at the very second that was promised")
    func offlineEnd() throws {
        let bench = try LicenseBench.licensed()
        bench.transport.fallback = .reply(.failure(.notConnected))
        let promised = try #require(try bench.snapshot.offlineUntil)
        try bench.advance(to: promised.adding(-1))
        #expect(try bench.state == .licensed)
        try bench.advance(to: promised)
        #expect(try bench.state == .expired)
        #expect(bench.announced.events == [.expired(from: .licensed, to: .expired)])
        try bench.finish()
    }
}
