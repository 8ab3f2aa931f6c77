import KeylightCore
import KeylightLeaseStore
import KeylightPolicy
import KeylightTesting
import KeylightTransport
import KeylightVerification

/// A license as the field has it: one activation, a lease with three entitlements, a reply and a sealed file.
struct Fixture {
    enum Problem: Error {
        case invalidName
        case ambiguousLease
        case unexpected(String)
    }

    let directory: TemporaryDirectory
    let tenant: ServiceIdentifier
    let product: ServiceIdentifier
    let signer: TestSigner
    let trustedKeys: TrustedKeys
    let lease: Lease
    /// The bytes that the lease's signature is for.
    let payload: [UInt8]
    let record: LicenseRecord
    /// A store that has opened the record already.
    let store: SealedFileStore
    let reply: TransportResponse
    let requestID = RequestID(randomBits: 0x3f2a_9c01)
    let start = Timestamp(1_772_323_200)

    /// One hour after the lease was issued.
    var clock: StillClock { StillClock(wall: start.adding(Seconds.hour)) }

    /// What the seal of the record's file also vouches for.
    var sealedData: [UInt8] { Array("keylight|\(LicenseRecord.currentSchema)|\(tenant)|\(product)".utf8) }

    /// The store as a process finds it that has just been started.
    func newStore() throws -> SealedFileStore {
        try SealedFileStore(directory: directory.path, tenant: tenant, product: product)
    }

    /// Loads the record, and sees that it is the one that was stored.
    func load(_ store: SealedFileStore) throws {
        guard case .record(let record) = try store.load(), record.lease == lease else {
            throw Problem.unexpected("no record")
        }
    }

    init() throws {
        guard let tenant = ServiceIdentifier("acme"), let product = ServiceIdentifier("editor"),
            let instance = InstanceID("8d3f0a52-6a57-4d1c-9f6e-0b7f5b6f2c11")
        else { throw Problem.invalidName }
        self.tenant = tenant
        self.product = product
        directory = try TemporaryDirectory()
        signer = try TestSigner()
        trustedKeys = try TrustedKeys(base64Keys: signer.trustedKeys)
        let key = try LicenseKey(parsing: "ACME-7Q4K-92MD-X3TB")
        lease = try signer.lease(
            key: key,
            instance: instance,
            issuedAt: start,
            expiresAt: start.adding(7 * Seconds.day),
            entitlements: ["pro", "export", "collaboration.team"]
        )
        guard let payload = CanonicalPayload.lease(lease) else { throw Problem.ambiguousLease }
        self.payload = payload
        var record = LicenseRecord()
        record.activation = Activation(
            licenseKey: key,
            instanceID: instance,
            pinnedKeyHash: lease.licenseKeyHash
        )
        record.lease = lease
        record.licenseEnd = .at(start.adding(365 * Seconds.day))
        record.lastValidated = start
        record.lastAttempt = start
        record.timeFloor = start
        record.trialStart = start.adding(-30 * Seconds.day)
        record.settings = ProductSettings(trialDurationDays: 14, freeTierEnabled: false)
        self.record = record
        store = try SealedFileStore(directory: directory.path, tenant: tenant, product: product)
        try store.update { $0 = record }
        _ = try store.load()
        reply = .validated(lease: lease, licenseEnd: .at(start.adding(365 * Seconds.day)))
    }
}
