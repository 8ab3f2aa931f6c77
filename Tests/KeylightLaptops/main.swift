import Dispatch
import Foundation
import KeylightTestSupport
import KeylightTesting

// Lives through random laptops and stops at the first property that does not hold.
//
//   keylight-laptops [count [first-seed]]
//
// KEYLIGHT_SEED and KEYLIGHT_SCRIPT show one again.
let environment = ProcessInfo.processInfo.environment
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let one = environment["KEYLIGHT_SEED"].flatMap { UInt64($0) }
let count = one == nil ? arguments.first ?? 100_000 : 1
let first = one ?? (arguments.count > 1 ? arguments[1] : UInt64.random(in: 0..<1_000_000_000) * 1_000_000)
let lanes = min(count, UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount)))
let failures = Failures()
let started = DispatchTime.now().uptimeNanoseconds

DispatchQueue.concurrentPerform(iterations: Int(lanes)) { lane in
    var index = UInt64(lane)
    while index < count, failures.isEmpty {
        do {
            var laptop = LaptopCase(seed: first + index)
            if let script = environment["KEYLIGHT_SCRIPT"] {
                laptop.script = try LaptopScript(parsing: script)
            }
            try laptop.run()
        } catch {
            failures.add("\(error)")
        }
        index += lanes
    }
}
let seconds = (DispatchTime.now().uptimeNanoseconds - started) / 1_000_000_000
if let failure = failures.first {
    print(failure)
    exit(1)
}
print("\(count) laptops from seed \(first): every property holds (\(seconds) s on \(lanes) cores)")
