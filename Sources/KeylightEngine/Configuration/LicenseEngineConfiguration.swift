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
    /// The numbers of the rules.
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
        self.retryPolicy = retryPolicy
    }
}
