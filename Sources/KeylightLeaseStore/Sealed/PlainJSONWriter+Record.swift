import KeylightCore

/// The record's values, as their `Codable` conformances write them.
extension PlainJSONWriter {
    mutating func record(_ record: LicenseRecord) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            if let activation = record.activation {
                writer.name("activation")
                try writer.activation(activation)
            }
            try writer.string("anonymousID", record.anonymousID?.rawValue)
            if let denial = record.denial {
                writer.name("denial")
                try writer.denial(denial)
            }
            if let report = record.keylessReport {
                writer.name("keylessReport")
                try writer.keylessReport(report)
            }
            writer.timestamp("lastAttempt", record.lastAttempt)
            writer.timestamp("lastValidated", record.lastValidated)
            if let lease = record.lease {
                writer.name("lease")
                try writer.lease(lease)
            }
            if let end = record.licenseEnd {
                writer.name("licenseEnd")
                try writer.licenseEnd(end)
            }
            writer.timestamp("newestLeaseIssuedAt", record.newestLeaseIssuedAt)
            writer.timestamp("notBefore", record.notBefore)
            writer.name("pendingReleases")
            try writer.array(record.pendingReleases) { (release, writer) throws(NotPlain) in
                try writer.pendingRelease(release)
            }
            writer.name("settings")
            try writer.settings(record.settings)
            writer.timestamp("timeFloor", record.timeFloor)
            writer.integer("trialRun", record.trialRun)
            writer.timestamp("trialStart", record.trialStart)
        }
    }

    private mutating func activation(_ activation: Activation) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            try writer.string("instanceID", activation.instanceID.rawValue)
            try writer.string("licenseKey", activation.licenseKey.rawValue)
            if let origin = activation.origin {
                writer.name("origin")
                try writer.object { (writer) throws(NotPlain) in
                    try writer.string("machineHash", origin.machineHash)
                    try writer.string("place", origin.place)
                }
            }
            try writer.string("pinnedKeyHash", activation.pinnedKeyHash)
        }
    }

    private mutating func lease(_ lease: Lease) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            writer.name("entitlements")
            try writer.array(lease.entitlements) { (entitlement, writer) throws(NotPlain) in
                try writer.string(entitlement.rawValue)
            }
            writer.timestamp("expiresAt", lease.expiresAt)
            try writer.string("instanceID", lease.instanceID.rawValue)
            writer.timestamp("issuedAt", lease.issuedAt)
            try writer.string("kid", lease.kid)
            try writer.string("licenseKeyHash", lease.licenseKeyHash)
            writer.name("signature")
            try writer.object { (writer) throws(NotPlain) in
                writer.name("bytes")
                try writer.array(lease.signature.bytes) { (byte, writer) throws(NotPlain) in
                    writer.integer(byte)
                }
            }
            try writer.string("status", lease.status.rawValue)
        }
    }

    private mutating func licenseEnd(_ end: LicenseEnd) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            switch end {
            case .at(let date):
                writer.name("at")
                try writer.object { (writer) throws(NotPlain) in writer.timestamp("_0", date) }
            case .lifetime:
                writer.name("lifetime")
                try writer.object { (_) throws(NotPlain) in }
            }
        }
    }

    private mutating func denial(_ denial: Denial) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            writer.timestamp("date", denial.date)
            try writer.string("requestID", denial.requestID?.rawValue)
            try writer.string("text", denial.text)
        }
    }

    private mutating func keylessReport(_ report: KeylessReport) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            writer.timestamp("date", report.date)
            try writer.string("state", report.state.rawValue)
        }
    }

    private mutating func settings(_ settings: ProductSettings) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            if let isEnabled = settings.freeTierEnabled {
                writer.name("freeTierEnabled")
                writer.bool(isEnabled)
            }
            writer.integer("trialDurationDays", settings.trialDurationDays)
        }
    }

    private mutating func pendingRelease(_ release: PendingRelease) throws(NotPlain) {
        try object { (writer) throws(NotPlain) in
            try writer.string("instanceID", release.instanceID.rawValue)
            try writer.string("licenseKey", release.licenseKey.rawValue)
        }
    }

    // A member whose value is nil is left out.

    private mutating func string(_ name: StaticString, _ value: String?) throws(NotPlain) {
        guard let value else { return }
        self.name(name)
        try string(value)
    }

    private mutating func integer(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        integer(value)
    }

    private mutating func timestamp(_ name: StaticString, _ value: Timestamp?) {
        integer(name, value?.secondsSince1970)
    }
}
