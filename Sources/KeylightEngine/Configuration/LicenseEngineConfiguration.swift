public import KeylightCore
public import KeylightPolicy
public import KeylightTransport
public import KeylightVerification

/// What the engine needs to know about the product, the server and the rules.
public struct LicenseEngineConfiguration: Sendable {
    /// Where the licensing server is.
    public var endpoint: ServiceEndpoint
    /// The tenant's SDK key; nil when the server asks for none.
    public var sdkKey: SDKKey?
    /// The keys whose signatures are believed.
    public var trustedKeys: TrustedKeys
    /// What every license key of the product begins with; nil for anything.
    public var keyPrefix: String?
    /// The numbers of the rules; the engine goes by ``KeylightPolicy/LicensePolicy/bounded``.
    public var policy: LicensePolicy
    /// Trial and free tier as compiled into the app.
    public var seed: ProductSeed
    /// Whether each launch asks the server.
    public var launchValidation: LaunchValidation
    /// The label under which the vendor sees this machine; at least one character.
    public var instanceName: String
    /// The machine's hash as the protocol defines it; nil when there is none.
    public var machineHash: String?
    /// What is told about the app and the machine.
    public var telemetry: Telemetry
    /// Whether the server is told what may be left out: the machine's hash and the compiled-in trial.
    public var sendsOptionalFields: Bool
    /// Whether an install without a license reports itself, anonymously; off by default.
    public var sendsKeylessReports: Bool
    /// Whether settings of the product have to be signed; false takes unsigned ones, too.
    public var requireSignedConfig: Bool
    /// What this process may do with the license.
    public var role: ProcessRole
    /// Attempts and time limits of one call.
    public var retryPolicy: RetryPolicy

    /// Makes a configuration with standard rules.
    public init(
        endpoint: ServiceEndpoint,
        sdkKey: SDKKey? = nil,
        trustedKeys: TrustedKeys,
        keyPrefix: String? = nil,
        policy: LicensePolicy = .standard,
        seed: ProductSeed = ProductSeed(),
        launchValidation: LaunchValidation = .always,
        instanceName: String = "device",
        machineHash: String? = nil,
        telemetry: Telemetry = .none,
        sendsOptionalFields: Bool = true,
        sendsKeylessReports: Bool = false,
        requireSignedConfig: Bool = false,
        role: ProcessRole = .app,
        retryPolicy: RetryPolicy = .standard
    ) {
        self.endpoint = endpoint
        self.sdkKey = sdkKey
        self.trustedKeys = trustedKeys
        self.keyPrefix = keyPrefix
        self.policy = policy
        self.seed = seed
        self.launchValidation = launchValidation
        self.instanceName = instanceName
        self.machineHash = machineHash
        self.telemetry = telemetry
        self.role = role
        self.sendsOptionalFields = sendsOptionalFields
        self.sendsKeylessReports = sendsKeylessReports
        self.requireSignedConfig = requireSignedConfig
        self.retryPolicy = retryPolicy
    }
}

extension LicenseEngineConfiguration {
    /// The machine's hash, where it may be sent.
    var sentMachineHash: String? { sentMachineHash(otherwise: nil) }

    /// The machine's hash, or one that was known before, where it may be sent.
    func sentMachineHash(otherwise known: String?) -> String? {
        sendsOptionalFields ? machineHash ?? known : nil
    }

    /// The compiled-in trial, where it may be sent.
    var sentTrialDurationDays: Int64? { sendsOptionalFields ? seed.trialDurationDays : nil }
}
