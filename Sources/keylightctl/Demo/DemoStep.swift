import Keylight

/// One scene of the demo: what was seen, and what had to be so.
struct DemoStep: Sendable {
    /// What the app showed at one moment.
    struct Observation: Sendable {
        var time: Timestamp
        var snapshot: LicenseSnapshot
        /// The call that led to it; nil when it was none.
        var requestID: RequestID?
        var text: String
    }

    /// Something that had to be so.
    struct Check: Sendable {
        var text: String
        var holds: Bool
    }

    var number: Int
    var title: String
    /// How many requests have left the machine since the beginning.
    var requestCount = 0
    var observations: [Observation] = []
    var checks: [Check] = []
    /// The last line of the log about the last call.
    var logLine: String?

    var isGood: Bool { !checks.isEmpty && checks.allSatisfy(\.holds) }

    /// The step for people.
    var lines: [String] {
        var lines = ["", "\(number). \(title)"]
        for seen in observations {
            let id = seen.requestID.map { "  [\($0)]" } ?? ""
            lines.append("   \(seen.time)  \(seen.snapshot.state): \(seen.snapshot.reason)\(id)")
            lines.append("      \(seen.text)")
        }
        if let logLine { lines.append("   log: \(logLine)") }
        return lines + checks.map { "   \($0.holds ? "ok    " : "WRONG ")\($0.text)" }
    }

    /// The step for machines.
    var json: JSONText {
        [
            "step": .integer(Int64(number)), "title": .string(title), "ok": .bool(isGood),
            "requests": .integer(Int64(requestCount)), "log": JSONText(logLine),
            "observations": .array(observations.map(\.json)),
            "checks": .array(checks.map { ["text": .string($0.text), "ok": .bool($0.holds)] }),
        ]
    }
}

extension DemoStep.Observation {
    fileprivate var json: JSONText {
        [
            "time": JSONText(time), "text": .string(text), "state": .string(snapshot.state.name),
            "entitled": .bool(snapshot.isEntitled),
            "entitlements": .array(snapshot.entitlements.map(\.rawValue).sorted().map { .string($0) }),
            "reason": .string(snapshot.reason.name), "reason_text": .string("\(snapshot.reason)"),
            "offline_until": JSONText(snapshot.offlineUntil), "next_check": JSONText(snapshot.nextCheck),
            "request_id": JSONText(requestID?.rawValue),
        ]
    }
}
