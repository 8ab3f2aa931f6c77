import Keylight

extension VerdictReport {
    /// The report as lines of `name: value`.
    var lines: [String] {
        if let explanation { return explanation.description.split(separator: "\n").map(String.init) }
        var lines: [String] = []
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { lines.append("\(name): \(value)") }
        }
        add("result", result.map { $0.text ?? $0.name })
        add("state", "\(snapshot.state)\(snapshot.isResolved ? "" : " (undetermined)")")
        add("reason", snapshot.reason)
        if !snapshot.entitlements.isEmpty {
            add("entitlements", snapshot.entitlements.map(\.rawValue).sorted().joined(separator: ", "))
        }
        add("license key", licenseKey)
        switch snapshot.licenseEnd {
        case .lifetime? where snapshot.hasLicenseKey: add("license ends", "never")
        case .at(let end)?: add("license ends", end)
        default: break
        }
        add("offline until", snapshot.offlineUntil)
        add("last confirmed", snapshot.lastValidated)
        add("next check", snapshot.nextCheck)
        add("request", requestID)
        return lines
    }

    /// What belongs on standard error.
    var complaints: [String] {
        var lines: [String] = []
        if let error { lines.append(error.description) }
        if case .cannotVerify(let cause, let until)? = snapshot.warning {
            lines.append("warning: not verified (\(cause)); the license holds until \(until)")
        }
        if case .failing(let text) = snapshot.persistence {
            lines.append("warning: trouble with the store: \(text)")
        }
        return lines
    }
}
