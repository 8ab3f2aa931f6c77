import KeylightClock
import KeylightCore
import KeylightEngine
import KeylightLeaseStore
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import KeylightTransport
import Testing

/// When the time floor reaches the disk: what a kill, and a clock set back after it, can gain.
@Suite("The time floor on disk")
struct FloorWriteTests {
    private static let start = LicenseBench.start

    /// A license whose floor an earlier run left ten years ahead, healed by a signed answer a minute after T0.
    private func healed() throws -> LicenseBench {
        let bench = try LicenseBench.licensed()
        bench.endProcess()
        _ = bench.memory.update { $0.timeFloor = Self.start.adding(3_650 * Seconds.day) }
        try bench.relaunch(after: Seconds.minute)
        #expect(try bench.state == .expired)
        bench.transport.enqueue(try bench.valid())
        try bench.checkOnLaunch()
        #expect(try bench.state == .licensed)
        #expect(try bench.record.timeFloor == Self.start.adding(Seconds.minute))
        bench.transport.fallback = .reply(.failure(.notConnected))
        return bench
    }

    @Test(
        "after an answer has moved it down it is written on, step by step",
        arguments: [-1, 0, 1] as [Int64]
    )
    func afterReanchor(offset: Int64) throws {
        let step = LicensePolicy.exact.floorStep
        let bench = try healed()
        let healed = try #require(try bench.record.timeFloor)
        try bench.advance(by: step + offset)
        #expect(try bench.record.timeFloor == (offset < 0 ? healed : healed.adding(step)))
        try bench.advance(by: step)
        #expect(try bench.record.timeFloor == healed.adding(offset < 0 ? step : 2 * step))
        try bench.finish()
    }

    @Test("after such an answer a kill and a clock that is set back gain one step and no more")
    func killAfterReanchor() throws {
        let bench = try healed()
        let end = try #require(try bench.snapshot.offlineUntil)
        try bench.advance(by: 596_160)  // 6.9 days
        bench.endProcess()
        let left = end.seconds(since: bench.now)
        try bench.simulation.setWall(Self.start.adding(Seconds.minute))
        try bench.relaunch()
        #expect(try bench.state == .licensed)
        try bench.advance(by: left - 1)
        #expect(try bench.state == .licensed)
        try bench.advance(by: LicensePolicy.exact.floorStep + 2)
        #expect(try bench.state == .expired)
        try bench.finish()
    }

    @Test("a step shorter than a hop is kept to the second", arguments: [60, 61, 899] as [Int64])
    func shortSteps(step: Int64) throws {
        var policy = LicensePolicy.exact
        policy.floorStep = step
        let bench = try LicenseBench.licensed(policy: policy)
        for number in 1...5 as ClosedRange<Int64> {
            try bench.advance(to: Self.start.adding(number * step - 1))
            #expect(try bench.record.timeFloor == Self.start.adding((number - 1) * step))
            try bench.advance(by: 1)
            #expect(try bench.record.timeFloor == Self.start.adding(number * step))
        }
        try bench.finish()
    }

    @Test("nothing is written between two steps, however often it is looked")
    func noNeedlessWrites() throws {
        let bench = try LicenseBench.licensed()
        let step = LicensePolicy.exact.floorStep
        try bench.advance(by: step)
        let writes = bench.store.counts.writes
        for _ in 0..<10 {
            try bench.advance(by: step / 10 - 1)
            try bench.run { await $0.post(.clockChanged) }
        }
        #expect(bench.store.counts.writes == writes)
        try bench.finish()
    }
}
