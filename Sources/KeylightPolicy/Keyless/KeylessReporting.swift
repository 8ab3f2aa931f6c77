public import KeylightCore

/// When an install without a license reports itself.
///
/// A state that was not reported yet is reported at once, the same state again only after 24 h. It is looked at
/// when the state changes and every 6 h, so what failed is made up for at the next look, not sooner. While there
/// is a license nothing is looked at.
public struct KeylessReporting: Sendable, Hashable {
    /// When the next look is due though nothing changes; nil while there is nothing to report.
    public private(set) var nextLook: ContinuousInstant?

    private var current: KeylessState?
    private var accepted: KeylessState?
    private var acceptedAt: ContinuousInstant?
    private var seen: KeylessReport?

    /// Begins with nothing reported.
    public init() {}

    /// What a verdict is reported as.
    ///
    /// - Returns: nil while a license key is stored, whatever it is worth, and while nothing is known.
    public static func state(of snapshot: LicenseSnapshot) -> KeylessState? {
        guard snapshot.isResolved, !snapshot.hasLicenseKey else { return nil }
        return switch snapshot.state {
        case .trial: .trial
        case .freeTier: .freeTier
        case .expired: .expired
        // None of these is possible without a key, but for a clock that was set back and an app that minds.
        case .licensed, .limited, .invalid: nil
        }
    }

    /// Learns of what was reported by an earlier launch or another process.
    public mutating func adopt(_ report: KeylessReport?, at time: TimeAssessment) {
        guard report != seen else { return }
        seen = report
        accepted = report?.state
        // A report in the future was dated by a clock that has been put right since: it counts as old.
        acceptedAt = report.flatMap { report in
            let age = time.now.seconds(since: report.date)
            return age < 0 ? nil : time.instant.adding(seconds: Seconds.difference(0, age))
        }
    }

    /// Looks whether a report is due, and plans the next look.
    ///
    /// - Parameters:
    ///   - state: what there is to report; nil for nothing.
    ///   - now: the continuous clock.
    ///   - patience: for how many more seconds the server does not want to be called; nil for none.
    /// - Returns: whether to report now.
    public mutating func look(
        at state: KeylessState?,
        now: ContinuousInstant,
        patience: Int64?,
        policy: LicensePolicy
    ) -> Bool {
        guard let state else {
            current = nil
            nextLook = nil
            return false
        }
        let isTime = nextLook.map { now >= $0 } ?? true
        guard state != current || isTime else { return false }
        current = state
        if let patience {
            nextLook = now.adding(seconds: patience)
            return false
        }
        nextLook = now.adding(seconds: policy.keylessHeartbeat)
        guard state == accepted, let acceptedAt else { return true }
        let age = now.seconds(since: acceptedAt)
        return age < 0 || age >= policy.keylessDebounce
    }

    /// Notes a report that the server has taken.
    public mutating func noteAccepted(_ report: KeylessReport, at now: ContinuousInstant) {
        seen = report
        accepted = report.state
        acceptedAt = now
    }
}
