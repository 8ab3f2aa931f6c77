import KeylightCore

/// The record's values, as their `Codable` conformances write them. An unknown name is no error but not plain.
///
/// Names are asked for in the order in which they are written, which is that of the alphabet.
extension PlainJSONReader {
    mutating func record() throws(NotPlain) -> LicenseRecord {
        try object { (reader) throws(NotPlain) in
            var record = LicenseRecord()
            if reader.member("activation") { record.activation = try reader.activation() }
            if reader.member("anonymousID") {
                record.anonymousID = try Self.required(AnonymousID(try reader.string()))
            }
            if reader.member("denial") { record.denial = try reader.denial() }
            if reader.member("keylessReport") { record.keylessReport = try reader.keylessReport() }
            record.lastAttempt = try reader.timestamp("lastAttempt")
            record.lastValidated = try reader.timestamp("lastValidated")
            if reader.member("lease") { record.lease = try reader.lease() }
            if reader.member("licenseEnd") { record.licenseEnd = try reader.licenseEnd() }
            record.newestLeaseIssuedAt = try reader.timestamp("newestLeaseIssuedAt")
            record.notBefore = try reader.timestamp("notBefore")
            try reader.requireMember("pendingReleases")
            record.pendingReleases = try reader.array { (reader) throws(NotPlain) in
                try reader.pendingRelease()
            }
            try reader.requireMember("settings")
            record.settings = try reader.settings()
            record.timeFloor = try reader.timestamp("timeFloor")
            if reader.member("trialRun") { record.trialRun = try reader.integer() }
            record.trialStart = try reader.timestamp("trialStart")
            return record
        }
    }

    private mutating func activation() throws(NotPlain) -> Activation {
        try object { (reader) throws(NotPlain) in
            let instanceID = try reader.instanceID()
            let licenseKey = try reader.licenseKey()
            let origin: RecordOrigin? = reader.member("origin") ? try reader.origin() : nil
            try reader.requireMember("pinnedKeyHash")
            return Activation(
                licenseKey: licenseKey,
                instanceID: instanceID,
                pinnedKeyHash: try reader.string(),
                origin: origin
            )
        }
    }

    private mutating func origin() throws(NotPlain) -> RecordOrigin {
        try object { (reader) throws(NotPlain) in
            try reader.requireMember("machineHash")
            return RecordOrigin(
                machineHash: try reader.string(),
                place: reader.member("place") ? try reader.string() : nil
            )
        }
    }

    private mutating func lease() throws(NotPlain) -> Lease {
        try object { (reader) throws(NotPlain) in
            try reader.requireMember("entitlements")
            let entitlements = try reader.array(expecting: 4) { (reader) throws(NotPlain) in
                Entitlement(rawValue: try reader.string())
            }
            let expiresAt = try Self.required(try reader.timestamp("expiresAt"))
            let instanceID = try reader.instanceID()
            let issuedAt = try Self.required(try reader.timestamp("issuedAt"))
            try reader.requireMember("kid")
            let kid = try reader.string()
            try reader.requireMember("licenseKeyHash")
            let licenseKeyHash = try reader.string()
            try reader.requireMember("signature")
            let signature = try reader.signature()
            try reader.requireMember("status")
            return Lease(
                kid: kid,
                licenseKeyHash: licenseKeyHash,
                instanceID: instanceID,
                issuedAt: issuedAt,
                expiresAt: expiresAt,
                status: LeaseStatus(rawValue: try reader.string()),
                entitlements: entitlements,
                signature: signature
            )
        }
    }

    private mutating func signature() throws(NotPlain) -> LeaseSignature {
        try object { (reader) throws(NotPlain) in
            try reader.requireMember("bytes")
            return LeaseSignature(
                try reader.array(expecting: 64) { (reader) throws(NotPlain) in try reader.integer() }
            )
        }
    }

    /// An enumeration is written as an object with the case's name and, in an object below it, its values.
    private mutating func licenseEnd() throws(NotPlain) -> LicenseEnd {
        try object { (reader) throws(NotPlain) in
            if reader.member("at") {
                return .at(
                    try reader.object { (reader) throws(NotPlain) in
                        try Self.required(try reader.timestamp("_0"))
                    }
                )
            }
            try reader.requireMember("lifetime")
            try reader.object { (_) throws(NotPlain) in }
            return .lifetime
        }
    }

    private mutating func denial() throws(NotPlain) -> Denial {
        try object { (reader) throws(NotPlain) in
            let date = try Self.required(try reader.timestamp("date"))
            var requestID: RequestID?
            if reader.member("requestID") {
                requestID = try Self.required(RequestID(try reader.string()))
            }
            let text = reader.member("text") ? try reader.string() : nil
            return Denial(date: date, text: text, requestID: requestID)
        }
    }

    private mutating func keylessReport() throws(NotPlain) -> KeylessReport {
        try object { (reader) throws(NotPlain) in
            let date = try Self.required(try reader.timestamp("date"))
            try reader.requireMember("state")
            return KeylessReport(state: KeylessState(rawValue: try reader.string()), date: date)
        }
    }

    private mutating func settings() throws(NotPlain) -> ProductSettings {
        try object { (reader) throws(NotPlain) in
            var settings = ProductSettings()
            if reader.member("freeTierEnabled") { settings.freeTierEnabled = try reader.bool() }
            if reader.member("trialDurationDays") { settings.trialDurationDays = try reader.integer() }
            return settings
        }
    }

    private mutating func pendingRelease() throws(NotPlain) -> PendingRelease {
        try object { (reader) throws(NotPlain) in
            let instanceID = try reader.instanceID()
            return PendingRelease(licenseKey: try reader.licenseKey(), instanceID: instanceID)
        }
    }

    private mutating func timestamp(_ name: StaticString) throws(NotPlain) -> Timestamp? {
        member(name) ? Timestamp(try integer()) : nil
    }

    private mutating func instanceID() throws(NotPlain) -> InstanceID {
        try requireMember("instanceID")
        return try Self.required(InstanceID(try string()))
    }

    private mutating func licenseKey() throws(NotPlain) -> LicenseKey {
        try requireMember("licenseKey")
        let text = try string()
        do {
            return try LicenseKey(parsing: text)
        } catch {
            throw NotPlain()
        }
    }

    private mutating func requireMember(_ name: StaticString) throws(NotPlain) {
        guard member(name) else { throw NotPlain() }
    }

    private static func required<Value>(_ value: Value?) throws(NotPlain) -> Value {
        guard let value else { throw NotPlain() }
        return value
    }
}
