import KeylightCore

/// Records for checks of stores: made-up values in every field.
enum SampleRecord {
    /// Records that between them have each field set and not set, and numbers and texts at their limits.
    static func all() throws -> [LicenseRecord] {
        var seconds = LicenseRecord()
        seconds.lastValidated = Timestamp(.max)
        seconds.lastAttempt = Timestamp(.min)
        seconds.timeFloor = Timestamp(0)
        seconds.settings = ProductSettings(trialDurationDays: 0, freeTierEnabled: false)
        var texts = LicenseRecord()
        texts.denial = Denial(date: Timestamp(-1), text: "\u{0}\"\\\n😀 \u{202e}é", requestID: nil)
        texts.licenseEnd = .lifetime
        return [try full(), seconds, texts]
    }

    /// A record with every field set.
    static func full() throws -> LicenseRecord {
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        let start = Timestamp(1_772_323_200)
        var record = LicenseRecord()
        guard let instance = InstanceID("instance-1"), let other = InstanceID("instance|2 é") else {
            return record
        }
        let hash = String(repeating: "0a", count: 32)
        record.activation = Activation(
            licenseKey: key,
            instanceID: instance,
            pinnedKeyHash: hash,
            origin: RecordOrigin(machineHash: hash, place: "1-2")
        )
        record.lease = Lease(
            kid: "k1",
            licenseKeyHash: hash,
            instanceID: instance,
            issuedAt: start,
            expiresAt: start.adding(7 * Seconds.day),
            status: LeaseStatus(rawValue: "active"),
            entitlements: ["pro", "é", ""],
            signature: LeaseSignature([UInt8](0..<64))
        )
        record.licenseEnd = .at(start.adding(365 * Seconds.day))
        record.newestLeaseIssuedAt = start
        record.lastValidated = start.adding(1)
        record.lastAttempt = start.adding(2)
        record.notBefore = start.adding(3)
        record.denial = Denial(date: start.adding(4), text: "revoked", requestID: RequestID("0123abcd"))
        record.timeFloor = start.adding(5)
        record.trialStart = start.adding(-6)
        record.trialRun = 7
        record.settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: true)
        record.pendingReleases = [PendingRelease(licenseKey: key, instanceID: other)]
        record.anonymousID = AnonymousID(randomBits: 1, 2)
        record.keylessReport = KeylessReport(state: KeylessState(rawValue: "later"), date: start.adding(7))
        return record
    }
}
