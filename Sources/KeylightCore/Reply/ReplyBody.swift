/// The fields of an activate or validate reply, decoded but not yet judged.
public struct ReplyBody: Sendable, Hashable {
    /// `valid` or `activated`; nil when absent or null.
    public var verdict: Bool?
    /// A non-empty `error` text, made fit to be shown; nil when absent, null or empty.
    public var errorText: String?
    /// `instance_id`; nil when absent, null or empty.
    public var instanceID: InstanceID?
    /// The lease with what its signature is worth.
    public var lease: LeaseEvidence
    /// `license_expires_at`: absent or null is lifetime; nil means unreadable, and what is known stays.
    public var licenseEnd: LicenseEnd?
    /// The product settings that ride along.
    public var settings: ProductSettings
    /// Why settings that did come are not among ``settings``; nil when none were refused.
    public var settingsRefusal: String?
    /// Names of decisive fields (`valid`, `activated`, `error`, `instance_id`) that had a wrong type.
    public var malformedFields: [String]

    /// Makes a body.
    public init(
        verdict: Bool? = nil,
        errorText: String? = nil,
        instanceID: InstanceID? = nil,
        lease: LeaseEvidence = .absent,
        licenseEnd: LicenseEnd? = .lifetime,
        settings: ProductSettings = ProductSettings(),
        settingsRefusal: String? = nil,
        malformedFields: [String] = []
    ) {
        self.verdict = verdict
        self.errorText = errorText
        self.instanceID = instanceID
        self.lease = lease
        self.licenseEnd = licenseEnd
        self.settings = settings
        self.settingsRefusal = settingsRefusal
        self.malformedFields = malformedFields
    }
}
