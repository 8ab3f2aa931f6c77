public import KeylightCore
public import KeylightPolicy

/// Why the license is what it is: for a support engineer, and for the curious.
///
/// It names the rule that decided, the evidence with its dates, the next check and the last request ids.
/// It holds no secret: print it, log it, paste it.
public struct LicenseExplanation: Sendable, Hashable {
    /// One request to the server.
    public struct Request: Sendable, Hashable {
        /// Its id, as sent; look for it in the server's log.
        public var id: RequestID
        /// The server's own id of it; nil when it sent none.
        public var serverRequestID: String?
        /// What it was for.
        public var operation: KeylightError.Operation
        /// When it ended.
        public var date: Timestamp
        /// What became of it.
        public var outcome: String
    }

    /// The verdict that is explained.
    public var snapshot: LicenseSnapshot
    /// Trusted time when it was made.
    public var now: Timestamp
    /// The wall clock then.
    public var wall: Timestamp
    /// Whether the wall clock can be right.
    public var clockCondition: WallClockCondition
    /// When the stored lease was signed; nil without one.
    public var leaseIssuedAt: Timestamp?
    /// When the stored lease ends, without skew; nil without one.
    public var leaseExpiresAt: Timestamp?
    /// When the server was last asked; nil for never.
    public var lastAttempt: Timestamp?
    /// Why the last request told nothing; nil when it did.
    public var lastFailure: FailureCause?
    /// Whether the hash of the license key in its leases is made by the documented formula; nil without a
    /// license, or when no hash can be made here. It decides nothing.
    public var keyHashIsDocumented: Bool?
    /// How many seats the server has yet to be told are free.
    public var pendingReleases: Int
    /// What is known of the store.
    public var storage: StorageFacts
    /// How many calls of this process were answered with a reply that told nothing, by kind; calls that were not
    /// answered at all are not counted.
    public var unusableReplies: [UnusableReply: Int]
    /// The last requests of this process, oldest first.
    public var requests: [Request]
}

extension LicenseExplanation: CustomStringConvertible {
    /// The explanation as lines of `name: value`.
    public var description: String {
        var lines = [
            "state: \(snapshot.state)\(snapshot.isResolved ? "" : " (undetermined)")",
            "reason: \(snapshot.reason)",
            "rule: \(snapshot.rule.rawValue) \(snapshot.rule)",
            "entitlements: \(snapshot.entitlements.map(\.rawValue).sorted().joined(separator: ", "))",
            "now: \(now)\(wall == now ? "" : " (wall clock \(wall), \(clockCondition))")",
            "license key: \(snapshot.hasLicenseKey ? "stored" : "none")",
        ]
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { lines.append("\(name): \(value)") }
        }
        if let leaseIssuedAt, let leaseExpiresAt {
            lines.append("lease: issued \(leaseIssuedAt), ends \(leaseExpiresAt)")
        }
        switch snapshot.licenseEnd {
        case .lifetime?: lines.append("license ends: never")
        case .at(let end)?: lines.append("license ends: \(end)")
        case nil: break
        }
        add("offline until", snapshot.offlineUntil)
        add("last confirmed", snapshot.lastValidated)
        add("last asked", lastAttempt)
        add("last failure", lastFailure)
        add("next check", snapshot.nextCheck)
        if case .cannotVerify(let cause, let until)? = snapshot.warning {
            lines.append("warning: not verified (\(cause)); holds until \(until)")
        }
        add("key hash", keyHashIsDocumented.map { $0 ? "as documented" : "not by the documented formula" })
        lines.append("storage: \(storageText)")
        if pendingReleases > 0 { lines.append("seats to release: \(pendingReleases)") }
        if !unusableReplies.isEmpty { lines.append("unusable replies: \(unusableText)") }
        for request in requests {
            lines.append(
                "request [\(request.ids)] \(request.operation.rawValue) \(request.date): \(request.outcome)"
            )
        }
        return lines.joined(separator: "\n")
    }

    /// The counts in a fixed order.
    private var unusableText: String {
        UnusableReply.allCases
            .compactMap { kind in unusableReplies[kind].map { "\(kind.rawValue) \($0)" } }
            .joined(separator: ", ")
    }

    private var storageText: String {
        if case .failing(let text) = snapshot.persistence { return "trouble: \(text)" }
        switch storage {
        case .readable: return "good"
        case .recordWasCorrupt: return "record was damaged and moved aside"
        case .unavailable(let text): return "unavailable: \(text)"
        case .newerSchema(let schema): return "record of newer schema \(schema), left untouched"
        }
    }
}

extension LicenseExplanation.Request {
    /// Both sides' ids, as in the error of the same call.
    fileprivate var ids: String { "\(id)\(serverRequestID.map { ", server \($0)" } ?? "")" }
}
