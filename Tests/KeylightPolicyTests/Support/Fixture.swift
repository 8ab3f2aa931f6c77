import KeylightCore
import KeylightPolicy

/// The fixture of the field cases: activated at `t0` with a lease of seven days, confirmed at `t0`.
///
/// Times are given as seconds after `t0`, on both clocks.
enum Fixture {
    static let t0 = Timestamp(1_772_323_200)
    static let minute = Seconds.minute
    static let hour = Seconds.hour
    static let day = Seconds.day
    static let week = 7 * Seconds.day

    static let policy = LicensePolicy.standard
    static let keyHash = String(repeating: "ab", count: 32)
    static let key = licenseKey("ACME-TEST-0000-0001")
    static let otherKey = licenseKey("ACME-TEST-0000-0002")
    static let instance = instanceID("inst-1")
    static let otherInstance = instanceID("inst-2")
    static let requestID = RequestID(randomBits: 0x3f9a_01bc)
    static let activation = Activation(licenseKey: key, instanceID: instance, pinnedKeyHash: keyHash)
    static let otherActivation = Activation(
        licenseKey: otherKey,
        instanceID: otherInstance,
        pinnedKeyHash: String(repeating: "cd", count: 32)
    )
    static let denial = Denial(date: t0, text: "License has been revoked", requestID: requestID)
    static let release = PendingRelease(licenseKey: key, instanceID: instance)

    static func licenseKey(_ text: String) -> LicenseKey {
        guard let key = try? LicenseKey(parsing: text) else { preconditionFailure("not a key: \(text)") }
        return key
    }

    static func instanceID(_ text: String) -> InstanceID {
        guard let instance = InstanceID(text) else { preconditionFailure("not an instance id") }
        return instance
    }

    static func at(_ seconds: Int64) -> Timestamp { t0.adding(seconds) }

    /// The continuous clock's reading at that moment; its origin lies well before `t0`.
    static func instant(_ seconds: Int64, nanoseconds: Int64 = 0) -> ContinuousInstant {
        ContinuousInstant(nanoseconds: 0).adding(seconds: 10_000_000 + seconds)
            .adding(nanoseconds: nanoseconds)
    }

    static func lease(
        issued: Int64 = 0,
        expires: Int64 = week,
        status: LeaseStatus = .active,
        entitlements: [Entitlement] = ["pro"],
        instance: InstanceID = instance,
        keyHash: String = keyHash,
        kid: String = "k1"
    ) -> Lease {
        Lease(
            kid: kid,
            licenseKeyHash: keyHash,
            instanceID: instance,
            issuedAt: at(issued),
            expiresAt: at(expires),
            status: status,
            entitlements: entitlements,
            signature: LeaseSignature(Array(0..<64))
        )
    }

    /// A record with the fixture's activation.
    static func record(lease: Lease? = lease(), lastValidated: Int64? = 0) -> LicenseRecord {
        var record = LicenseRecord()
        record.activation = activation
        record.lease = lease
        record.licenseEnd = .lifetime
        record.lastValidated = lastValidated.map { at($0) }
        record.timeFloor = lease?.issuedAt
        return record
    }

    /// Facts of a record whose lease, when it has one, is trusted.
    static func facts(
        _ record: LicenseRecord = record(),
        evidence: LeaseEvidence? = nil,
        seed: ProductSeed = ProductSeed(),
        storage: StorageFacts = .readable,
        jitter: Int64 = 0
    ) -> LicenseFacts {
        LicenseFacts(
            record: record,
            evidence: evidence ?? record.lease.map { .trusted($0) } ?? .absent,
            seed: seed,
            storage: storage,
            jitter: jitter
        )
    }

    static func time(
        _ seconds: Int64,
        wall: Int64? = nil,
        condition: WallClockCondition = .plausible
    ) -> TimeAssessment {
        TimeAssessment(
            now: at(seconds),
            instant: instant(seconds),
            wall: at(wall ?? seconds),
            condition: condition
        )
    }

    static func resolve(
        _ facts: LicenseFacts,
        at seconds: Int64 = 0,
        attempts: AttemptHistory = AttemptHistory(),
        policy: LicensePolicy = policy
    ) -> LicenseSnapshot {
        Resolver.resolve(facts, attempts: attempts, time: time(seconds), policy: policy)
    }

    /// A history whose last attempt, and last success when there was one, are this many seconds after `t0`.
    static func attempts(last: Int64, success: Int64? = nil, failure: FailureCause? = nil) -> AttemptHistory {
        var attempts = AttemptHistory()
        attempts.note(
            start: time(last),
            end: time(last),
            failure: failure,
            isConfirmed: false,
            wasDue: false,
            retryAfter: nil,
            record: LicenseRecord()
        )
        attempts.lastSuccess = success.map { instant($0) }
        return attempts
    }

    static func reply(
        _ status: Int,
        _ body: ReplyBody?,
        retryAfter: Int64? = nil,
        echo: String? = nil
    ) -> ServerReply {
        ServerReply(
            status: status,
            body: body,
            retryAfter: retryAfter,
            requestID: requestID,
            echoedRequestID: echo
        )
    }
}
