import KeylightCore

/// The record's values, as their `Codable` conformances write them. An unknown name is no error but not plain.
extension PlainJSONReader {
    mutating func record() throws(NotPlain) -> LicenseRecord {
        var record = LicenseRecord()
        var settings: ProductSettings?
        var releases: [PendingRelease]?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "activation": record.activation = try reader.activation()
            case "anonymousID": record.anonymousID = try Self.required(AnonymousID(try reader.string()))
            case "denial": record.denial = try reader.denial()
            case "keylessReport": record.keylessReport = try reader.keylessReport()
            case "lastAttempt": record.lastAttempt = try reader.timestamp()
            case "lastValidated": record.lastValidated = try reader.timestamp()
            case "lease": record.lease = try reader.lease()
            case "licenseEnd": record.licenseEnd = try reader.licenseEnd()
            case "newestLeaseIssuedAt": record.newestLeaseIssuedAt = try reader.timestamp()
            case "notBefore": record.notBefore = try reader.timestamp()
            case "pendingReleases":
                releases = try reader.array { (reader) throws(NotPlain) in try reader.pendingRelease() }
            case "settings": settings = try reader.settings()
            case "timeFloor": record.timeFloor = try reader.timestamp()
            case "trialRun": record.trialRun = try reader.integer()
            case "trialStart": record.trialStart = try reader.timestamp()
            default: throw NotPlain()
            }
        }
        record.settings = try Self.required(settings)
        record.pendingReleases = try Self.required(releases)
        return record
    }

    private mutating func activation() throws(NotPlain) -> Activation {
        var instanceID: InstanceID?
        var licenseKey: LicenseKey?
        var hash: String?
        var origin: RecordOrigin?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "instanceID": instanceID = InstanceID(try reader.string())
            case "licenseKey": licenseKey = try reader.licenseKey()
            case "origin": origin = try reader.origin()
            case "pinnedKeyHash": hash = try reader.string()
            default: throw NotPlain()
            }
        }
        return Activation(
            licenseKey: try Self.required(licenseKey),
            instanceID: try Self.required(instanceID),
            pinnedKeyHash: try Self.required(hash),
            origin: origin
        )
    }

    private mutating func origin() throws(NotPlain) -> RecordOrigin {
        var machineHash: String?
        var place: String?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "machineHash": machineHash = try reader.string()
            case "place": place = try reader.string()
            default: throw NotPlain()
            }
        }
        return RecordOrigin(machineHash: try Self.required(machineHash), place: place)
    }

    private mutating func lease() throws(NotPlain) -> Lease {
        var texts: (kid: String?, hash: String?, status: String?)
        var times: (issuedAt: Timestamp?, expiresAt: Timestamp?)
        var instanceID: InstanceID?
        var entitlements: [Entitlement]?
        var signature: LeaseSignature?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "entitlements":
                entitlements = try reader.array { (reader) throws(NotPlain) in
                    Entitlement(rawValue: try reader.string())
                }
            case "expiresAt": times.expiresAt = try reader.timestamp()
            case "instanceID": instanceID = InstanceID(try reader.string())
            case "issuedAt": times.issuedAt = try reader.timestamp()
            case "kid": texts.kid = try reader.string()
            case "licenseKeyHash": texts.hash = try reader.string()
            case "signature": signature = try reader.signature()
            case "status": texts.status = try reader.string()
            default: throw NotPlain()
            }
        }
        return Lease(
            kid: try Self.required(texts.kid),
            licenseKeyHash: try Self.required(texts.hash),
            instanceID: try Self.required(instanceID),
            issuedAt: try Self.required(times.issuedAt),
            expiresAt: try Self.required(times.expiresAt),
            status: LeaseStatus(rawValue: try Self.required(texts.status)),
            entitlements: try Self.required(entitlements),
            signature: try Self.required(signature)
        )
    }

    private mutating func signature() throws(NotPlain) -> LeaseSignature {
        var bytes: [UInt8]?
        try object { (name, reader) throws(NotPlain) in
            guard name == "bytes" else { throw NotPlain() }
            bytes = try reader.array { (reader) throws(NotPlain) in try reader.integer() }
        }
        return LeaseSignature(try Self.required(bytes))
    }

    /// An enumeration is written as an object with the case's name and, in an object below it, its values.
    private mutating func licenseEnd() throws(NotPlain) -> LicenseEnd {
        var end: LicenseEnd?
        try object { (name, reader) throws(NotPlain) in
            guard end == nil else { throw NotPlain() }
            switch name {
            case "at":
                try reader.object { (name, reader) throws(NotPlain) in
                    guard name == "_0" else { throw NotPlain() }
                    end = .at(try reader.timestamp())
                }
            case "lifetime":
                try reader.object { (_, _) throws(NotPlain) in throw NotPlain() }
                end = .lifetime
            default: throw NotPlain()
            }
        }
        return try Self.required(end)
    }

    private mutating func denial() throws(NotPlain) -> Denial {
        var date: Timestamp?
        var text: String?
        var requestID: RequestID?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "date": date = try reader.timestamp()
            case "requestID": requestID = try Self.required(RequestID(try reader.string()))
            case "text": text = try reader.string()
            default: throw NotPlain()
            }
        }
        return Denial(date: try Self.required(date), text: text, requestID: requestID)
    }

    private mutating func keylessReport() throws(NotPlain) -> KeylessReport {
        var state: String?
        var date: Timestamp?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "date": date = try reader.timestamp()
            case "state": state = try reader.string()
            default: throw NotPlain()
            }
        }
        return KeylessReport(
            state: KeylessState(rawValue: try Self.required(state)),
            date: try Self.required(date)
        )
    }

    private mutating func settings() throws(NotPlain) -> ProductSettings {
        var settings = ProductSettings()
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "freeTierEnabled": settings.freeTierEnabled = try reader.bool()
            case "trialDurationDays": settings.trialDurationDays = try reader.integer()
            default: throw NotPlain()
            }
        }
        return settings
    }

    private mutating func pendingRelease() throws(NotPlain) -> PendingRelease {
        var instanceID: InstanceID?
        var licenseKey: LicenseKey?
        try object { (name, reader) throws(NotPlain) in
            switch name {
            case "instanceID": instanceID = InstanceID(try reader.string())
            case "licenseKey": licenseKey = try reader.licenseKey()
            default: throw NotPlain()
            }
        }
        return PendingRelease(
            licenseKey: try Self.required(licenseKey),
            instanceID: try Self.required(instanceID)
        )
    }

    private mutating func timestamp() throws(NotPlain) -> Timestamp { Timestamp(try integer()) }

    private mutating func licenseKey() throws(NotPlain) -> LicenseKey {
        let text = try string()
        do {
            return try LicenseKey(parsing: text)
        } catch {
            throw NotPlain()
        }
    }

    private static func required<Value>(_ value: Value?) throws(NotPlain) -> Value {
        guard let value else { throw NotPlain() }
        return value
    }
}
