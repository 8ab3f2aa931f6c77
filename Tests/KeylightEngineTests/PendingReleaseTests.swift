import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightLogging
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// Seats that the server has yet to be told of: which of them it is told, and how often.
@Suite("Pending releases")
struct PendingReleaseTests {
    private static let debounce = LicensePolicy.standard.debounce

    /// A process without a license, with seats of earlier ones to give back.
    private func bench(seats: [String]) throws -> LicenseBench {
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        var record = LicenseRecord()
        record.trialStart = LicenseBench.start
        record.pendingReleases = seats.compactMap {
            InstanceID($0).map { PendingRelease(licenseKey: key, instanceID: $0) }
        }
        let bench = try LicenseBench(record: record)
        try bench.launchProcess()
        return bench
    }

    private func pending(_ bench: LicenseBench) throws -> [String] {
        try bench.record.pendingReleases.map(\.instanceID.rawValue)
    }

    private func trigger(_ bench: LicenseBench) throws {
        try bench.run(within: 60) { _ = try await $0.checkOnLaunch() }
        try bench.advance(by: 60)
    }

    @Test("a seat whose release is refused does not keep the others", arguments: [400, 401, 403, 409])
    func refusedOne(status: Int) throws {
        let bench = try bench(seats: ["inst-a", "inst-b", "inst-c"])
        bench.transport.fallback = .respond { request in
            request.bodyField("instance_id") == "inst-a"
                ? .serviceError("no", status: status) : .deactivated
        }
        try trigger(bench)
        #expect(try pending(bench) == ["inst-a"])
        #expect(bench.requestCount == 3)
        try bench.finish()
    }

    @Test(
        "when the server cannot be reached or wants patience, the others are not tried either",
        arguments: [
            .failure(.notConnected), .failure(.tlsFailed), .status(500), .status(429, retryAfter: 60),
            .status(503, retryAfter: 60), .html(), .status(429),
        ] as [ScriptedReply]
    )
    func noNetwork(_ reply: ScriptedReply) throws {
        let bench = try bench(seats: ["inst-a", "inst-b"])
        bench.transport.fallback = .reply(reply)
        try trigger(bench)
        #expect(Set(bench.transport.requests.map { $0.bodyField("instance_id") }) == ["inst-a"])
        #expect(try pending(bench) == ["inst-a", "inst-b"])
        try bench.finish()
    }

    @Test("a release that is refused three times is asked for once a day from then on")
    func backsOff() throws {
        let bench = try bench(seats: ["inst-a"])
        bench.transport.fallback = .reply(.status(401))
        for count in 1...3 {
            try trigger(bench)
            #expect(bench.requestCount == count)
            try bench.advance(by: Self.debounce)
        }
        // 360 s since the third.
        for _ in 0..<10 {
            try trigger(bench)
            try bench.advance(by: Self.debounce)
        }
        #expect(bench.requestCount == 3)
        #expect(try pending(bench) == ["inst-a"])
        let lines = bench.log.lines.filter { $0.contains("keeps refusing") }
        #expect(lines.count == 1)
        try bench.finish()
    }

    @Test("the day is counted to the second, and one refusal is enough for the next", arguments: [-1, 0, 1])
    func day(offset: Int64) throws {
        let bench = try bench(seats: ["inst-a"])
        bench.transport.fallback = .reply(.status(403))
        for _ in 0..<3 {
            try bench.run { _ = try await $0.checkOnLaunch() }
            try bench.simulation.drain()
            try bench.advance(by: Self.debounce)
        }
        #expect(bench.requestCount == 3)
        for day in 1...2 {
            try bench.advance(by: Seconds.day - Self.debounce + offset)
            try bench.run { _ = try await $0.checkOnLaunch() }
            try bench.simulation.drain()
            guard offset >= 0 else {
                #expect(bench.requestCount == 3)
                return try bench.finish()
            }
            #expect(bench.requestCount == 3 + day)
            try bench.advance(by: Self.debounce)
        }
        try bench.finish()
    }

    @Test("a refusal that ends is forgotten: the seat is free")
    func accepted() throws {
        let bench = try bench(seats: ["inst-a"])
        bench.transport.fallback = .reply(.status(401))
        try trigger(bench)
        bench.transport.fallback = .reply(bench.released)
        try bench.advance(by: Self.debounce)
        try trigger(bench)
        #expect(try pending(bench).isEmpty)
        #expect(bench.requestCount == 2)
        try bench.finish()
    }

    @Test("failures of the network do not count as refusals")
    func networkIsNoRefusal() throws {
        let bench = try bench(seats: ["inst-a"])
        bench.transport.fallback = .reply(.failure(.tlsFailed))
        for _ in 0..<6 {
            let before = bench.requestCount
            try trigger(bench)
            #expect(bench.requestCount > before)
            try bench.advance(by: Self.debounce)
        }
        try bench.finish()
    }
}
