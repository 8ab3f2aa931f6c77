import KeylightCore

@testable import KeylightLeaseStore

enum Samples {
    static func identifier(_ name: String) -> ServiceIdentifier {
        guard let identifier = ServiceIdentifier(name) else {
            preconditionFailure("not an identifier: \(name)")
        }
        return identifier
    }

    /// A record in which every field is set that its schema has.
    static func record(schema: Int = LicenseRecord.currentSchema) throws -> LicenseRecord {
        guard let instance = InstanceID("inst_0123456789"), let other = InstanceID("inst_other") else {
            preconditionFailure("not an instance id")
        }
        let key = try LicenseKey(parsing: "ACME-TEST-0000-0001")
        var record = LicenseRecord()
        record.activation = Activation(
            licenseKey: key,
            instanceID: instance,
            pinnedKeyHash: String(repeating: "ab", count: 32),
            origin: schema < 2
                ? nil : RecordOrigin(machineHash: String(repeating: "cd", count: 32), place: "1-2")
        )
        record.lease = Lease(
            kid: "k1",
            licenseKeyHash: String(repeating: "ab", count: 32),
            instanceID: instance,
            issuedAt: Timestamp(1_772_323_200),
            expiresAt: Timestamp(1_772_928_000),
            status: .active,
            entitlements: ["pro", "größer/kleiner"],
            signature: LeaseSignature(Array(0..<64))
        )
        record.licenseEnd = .at(Timestamp(1_803_859_200))
        record.newestLeaseIssuedAt = Timestamp(1_772_323_200)
        record.lastValidated = Timestamp(1_772_323_201)
        record.lastAttempt = Timestamp(1_772_323_202)
        record.notBefore = Timestamp(1_772_323_203)
        record.denial = Denial(date: Timestamp(1_772_323_204), text: "refunded", requestID: nil)
        record.timeFloor = Timestamp(1_772_323_205)
        record.trialStart = Timestamp(1_771_323_205)
        record.trialRun = 4_321
        record.settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: false)
        record.pendingReleases = [PendingRelease(licenseKey: key, instanceID: other)]
        record.anonymousID = AnonymousID(randomBits: 1, 2)
        record.keylessReport = KeylessReport(state: .freeTier, date: Timestamp(1_772_323_206))
        return record
    }

    static func store(
        _ directory: String,
        tenant: String = "acme",
        product: String = "paint",
        operations: any FileOperations = SystemFileOperations(),
        key: any RecordKey = DerivedRecordKey()
    ) throws -> SealedFileStore {
        try SealedFileStore(
            directory: directory,
            tenant: identifier(tenant),
            product: identifier(product),
            operations: operations,
            key: key
        )
    }
}

extension Samples {
    /// A store that does all but wait for the medium.
    static func quickStore(_ directory: String, key: any RecordKey = DerivedRecordKey()) throws
        -> SealedFileStore
    {
        try store(directory, operations: FaultyFileOperations(), key: key)
    }
}

extension SealedFileStore {
    /// Writes a whole record.
    func write(_ record: LicenseRecord) throws { try update { $0 = record } }

    /// The record; nil when there is anything else.
    func storedRecord() throws -> LicenseRecord? {
        guard case .record(let record) = try load() else { return nil }
        return record
    }
}
