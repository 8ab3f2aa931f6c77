import Foundation
import KeylightTestSupport
import KeylightTesting
import Testing

/// Properties that hold for any script of clock edits, sleeps, restarts and failed requests.
///
/// A failure prints its seed and script; `KEYLIGHT_SEED=… swift test --filter LaptopPropertyTests` shows it again, and
/// `KEYLIGHT_SCRIPT='…'` beside it replaces what happens. The executable `keylight-laptops` runs many more.
@Suite("Random laptops")
struct LaptopPropertyTests {
    @Test("Promise, service and seconds hold on random laptops", arguments: 0..<8)
    func properties(part: UInt64) throws {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["KEYLIGHT_SEED"].flatMap({ UInt64($0) }) {
            guard part == 0 else { return }
            var laptop = LaptopCase(seed: seed)
            if let script = environment["KEYLIGHT_SCRIPT"] {
                laptop.script = try LaptopScript(parsing: script)
            }
            return try laptop.run()
        }
        for seed in 1...50 { try LaptopCase(seed: part * 1_000_000 + UInt64(seed)).run() }
    }
}
