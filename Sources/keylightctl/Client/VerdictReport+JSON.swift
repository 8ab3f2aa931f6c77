import Keylight
import KeylightPolicy

extension VerdictReport {
    /// The report as one object. Its names are a promise: they are documented, and members are only added.
    var json: JSONText {
        var members: [JSONText.Member] = [
            .init("command", .string(command)),
            .init("exit_status", .integer(Int64(status.rawValue))),
            .init("state", .string(snapshot.state.name)),
            .init("days_left", JSONText(snapshot.state.daysLeft)),
            .init("entitled", .bool(snapshot.isEntitled)),
            .init("resolved", .bool(snapshot.isResolved)),
            .init("reason", .string(snapshot.reason.name)),
            .init("reason_text", .string(snapshot.reason.description)),
            .init(
                "entitlements",
                .array(snapshot.entitlements.map(\.rawValue).sorted().map { .string($0) })
            ),
            .init("license_key", JSONText(licenseKey)),
            .init("license_end", licenseEnd),
            .init("offline_until", JSONText(snapshot.offlineUntil)),
            .init("last_validated", JSONText(snapshot.lastValidated)),
            .init("next_check", JSONText(snapshot.nextCheck)),
            .init("warning", warning),
            .init("saved", .bool(snapshot.persistence == .saved)),
            .init("request_id", JSONText(requestID?.rawValue)),
            .init("result", JSONText(result?.name)),
            .init("skip_reason", JSONText(result?.skipReason)),
            .init("wait_seconds", JSONText(result?.waitSeconds)),
            .init("error", error.map(JSONText.init) ?? .null),
        ]
        if let explanation { members.append(.init("explanation", JSONText(explanation))) }
        return .object(members)
    }

    private var licenseEnd: JSONText {
        switch snapshot.licenseEnd {
        case .lifetime? where snapshot.hasLicenseKey: .string("never")
        case .at(let end)?: JSONText(end)
        default: .null
        }
    }

    private var warning: JSONText {
        guard case .cannotVerify(let cause, let until)? = snapshot.warning else { return .null }
        return ["text": .string("\(cause)"), "until": JSONText(until)]
    }
}

extension JSONText {
    /// Seconds since 1970, or null for nil.
    init(_ time: Timestamp?) {
        self.init(time?.secondsSince1970)
    }

    /// An error with all that is known of it.
    init(_ error: KeylightError) {
        var retryAt: Timestamp?
        if case .notBefore(let date) = error.kind { retryAt = date }
        self = .object([
            .init("kind", .string(error.kind.name)),
            .init("text", .string(error.description)),
            .init("operation", .string(error.operation.rawValue)),
            .init("request_id", JSONText(error.requestID?.rawValue)),
            .init("server_request_id", JSONText(error.serverRequestID)),
            .init("status", JSONText(error.status.map { Int64($0) })),
            .init("seat_may_be_taken", .bool(error.seatMayBeTaken)),
            .init("retry_at", JSONText(retryAt)),
        ])
    }

    /// What the verdict stands on.
    init(_ explanation: LicenseExplanation) {
        self = .object([
            .init("rule", .integer(Int64(explanation.snapshot.rule.rawValue))),
            .init("rule_name", .string(explanation.snapshot.rule.name)),
            .init("now", JSONText(explanation.now)),
            .init("wall", JSONText(explanation.wall)),
            .init("clock", .string(explanation.clockCondition.name)),
            .init("lease_issued_at", JSONText(explanation.leaseIssuedAt)),
            .init("lease_expires_at", JSONText(explanation.leaseExpiresAt)),
            .init("last_attempt", JSONText(explanation.lastAttempt)),
            .init("last_failure", JSONText(explanation.lastFailure?.description)),
            .init("key_hash_is_documented", explanation.keyHashIsDocumented.map { .bool($0) } ?? .null),
            .init("pending_releases", .integer(Int64(explanation.pendingReleases))),
            .init("unusable_replies", JSONText(explanation.unusableReplies)),
            .init("requests", .array(explanation.requests.map(JSONText.init))),
        ])
    }

    /// A number for each kind that occurred.
    private init(_ replies: [UnusableReply: Int]) {
        self = .object(
            UnusableReply.allCases.compactMap { kind in
                replies[kind].map { .init(kind.rawValue, .integer(Int64($0))) }
            }
        )
    }

    private init(_ request: LicenseExplanation.Request) {
        self = .object([
            .init("request_id", .string(request.id.rawValue)),
            .init("server_request_id", JSONText(request.serverRequestID)),
            .init("operation", .string(request.operation.rawValue)),
            .init("date", JSONText(request.date)),
            .init("outcome", .string(request.outcome)),
        ])
    }
}
