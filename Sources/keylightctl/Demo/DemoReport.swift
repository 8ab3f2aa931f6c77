import Keylight

/// What came of the whole demo.
struct DemoReport: Sendable {
    var steps: [DemoStep]
    /// How much time passed in the demo, in seconds.
    var demoSeconds: Int64
    /// How much time it took, in milliseconds.
    var realMilliseconds: Int64

    var checkCount: Int { steps.reduce(0) { $0 + $1.checks.count } }
    var wrongCount: Int { steps.reduce(0) { $0 + $1.checks.count { !$0.holds } } }
    var isGood: Bool { !steps.isEmpty && steps.allSatisfy(\.isGood) }

    /// The summary for people.
    var line: String {
        let days = demoSeconds / Seconds.day
        let took = "\(realMilliseconds / 1_000).\(realMilliseconds % 1_000 / 100) s"
        let verdict = isGood ? "all as it should be" : "\(wrongCount) WRONG"
        return "demo: \(steps.count) steps, \(checkCount) checks, \(verdict); \(days) days in \(took)"
    }

    /// The summary for machines.
    var json: JSONText {
        [
            "summary": .string("demo"), "ok": .bool(isGood), "steps": .integer(Int64(steps.count)),
            "checks": .integer(Int64(checkCount)), "wrong": .integer(Int64(wrongCount)),
            "demo_seconds": .integer(demoSeconds), "real_milliseconds": .integer(realMilliseconds),
        ]
    }
}
