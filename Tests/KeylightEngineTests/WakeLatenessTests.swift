import KeylightCore
import KeylightEngine
import KeylightPolicy
import KeylightTestSupport
import KeylightTesting
import Testing

@Suite("Timers that ring late")
struct WakeLatenessTests {
    @Test("more than 30 s late is sleep, and the event waits; the state does not", arguments: [29, 30, 31])
    func boundary(seconds: Int64) throws {
        let bench = try LicenseBench(seed: ProductSeed(trialDurationDays: 1))
        try bench.launchProcess()
        try bench.checkOnLaunch()
        try bench.advance(by: Seconds.day - 1)
        bench.simulation.wakeDelay = .seconds(seconds)
        try bench.advance(by: 1 + seconds)
        #expect(try bench.state == .expired)
        let isSleep = seconds > 30
        #expect(
            bench.announced.events == (isSleep ? [] : [.expired(from: .trial(daysLeft: 1), to: .expired)])
        )
        bench.simulation.wakeDelay = .zero
        try bench.advance(by: 30)
        #expect(bench.announced.events == [.expired(from: .trial(daysLeft: 1), to: .expired)])
        try bench.finish()
    }
}
