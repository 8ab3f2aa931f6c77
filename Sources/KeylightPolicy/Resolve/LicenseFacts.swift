public import KeylightCore

/// Everything the rules need to know about the license except the time; made once for each record.
public struct LicenseFacts: Sendable, Hashable {
    /// Whether a license key is stored.
    public var hasLicenseKey: Bool
    /// Whether the record is another machine's copy, so that its seat and its lease are not used here.
    public var isMoved: Bool
    /// The stored lease when it is trusted, bound to the activation and of a known status.
    public var lease: LeaseFacts?
    /// The key id of a stored lease that this app does not trust.
    public var untrustedKeyID: String?
    /// The server's explicit no.
    public var denial: Denial?
    /// When the license itself ends.
    public var licenseEnd: LicenseEnd?
    /// When the server last confirmed the license.
    public var lastValidated: Timestamp?
    /// When the trial began.
    public var trialStart: Timestamp?
    /// The trial's effective length in days: the server's value, else the app's, else 0.
    public var trialDurationDays: Int64
    /// Whether there effectively is a free tier: the server's value, else the app's, else no.
    public var freeTierEnabled: Bool
    /// How much earlier than the lead this install refreshes, in seconds.
    public var scheduleOffset: Int64
    /// What is known of the store.
    public var storage: StorageFacts

    /// Draws the facts from a record.
    ///
    /// - Parameters:
    ///   - record: the record as stored.
    ///   - evidence: what the signature of its lease is worth.
    ///   - seed: what is compiled into the app.
    ///   - storage: what is known of the store.
    ///   - binding: whether the record still is where it was made.
    ///   - jitter: the largest schedule offset, in seconds; 0 for none.
    public init(
        record: LicenseRecord,
        evidence: LeaseEvidence,
        seed: ProductSeed,
        storage: StorageFacts,
        binding: DeviceBinding = .held,
        jitter: Int64
    ) {
        hasLicenseKey = record.activation != nil
        denial = record.activation == nil ? nil : record.denial
        licenseEnd = record.licenseEnd
        lastValidated = record.lastValidated
        trialStart = record.trialStart
        trialDurationDays = record.settings.trialDurationDays ?? seed.trialDurationDays ?? 0
        freeTierEnabled = record.settings.freeTierEnabled ?? seed.freeTierEnabled ?? false
        scheduleOffset = 0
        self.storage = storage
        isMoved = record.activation != nil && binding == .moved
        if isMoved { return }
        switch evidence {
        case .trusted(let trusted):
            guard let activation = record.activation, LeaseBinding.isBound(trusted, to: activation),
                trusted.status.isKnown
            else { break }
            lease = LeaseFacts(trusted)
            scheduleOffset = RefreshSchedule.offset(
                instanceID: activation.instanceID,
                issuedAt: trusted.issuedAt,
                limit: jitter
            )
        case .unknownKeyID(let unknown):
            // The record may have been written by anybody; the name is shown.
            let names = ForeignText(
                licenseKey: record.activation?.licenseKey,
                instanceID: record.activation?.instanceID
            )
            untrustedKeyID = names.name(unknown.kid)
        case .absent, .malformed, .badSignature, .unverifiable: break
        }
    }
}
