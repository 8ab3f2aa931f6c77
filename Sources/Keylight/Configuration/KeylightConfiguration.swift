public import KeylightClock
public import KeylightCore
public import KeylightEngine
public import KeylightLeaseStore
public import KeylightLogging
public import KeylightPolicy
public import KeylightTransport
import KeylightVerification

/// Everything that an app tells the SDK, checked when it is made.
///
/// ```swift
/// let configuration = try KeylightConfiguration(
///     sdkKey: "sdk_live_…", tenantId: "acme", productId: "editor", keyPrefix: "ACME-",
///     trustedPublicKeys: ["k1": "8QkyJGwaIqAuN0jdsCnBtv3D9fylv4PHqCVufx7xje0="])
/// let manager = LicenseManager(configuration: configuration)
/// ```
///
/// Make one and keep it: it owns the connection to the server.
public struct KeylightConfiguration: Sendable {
    /// What the engine is given.
    public let engine: LicenseEngineConfiguration
    /// What carries requests.
    public let transport: any Transport
    /// What keeps the record.
    public let store: any LeaseStore
    /// A second place that remembers the trial's start; nil for none.
    public let trialMirror: (any TrialStartMirror)?
    /// What tells the time.
    public let clock: any LicenseClock
    /// What starts background work.
    public let runner: any BackgroundRunner
    /// What tells of wake-ups, clock changes and networks.
    public let hints: any SystemHintSource
    /// What log lines are written with.
    public let logger: LicenseLogger
    /// What makes request ids and spreads retries and refreshes.
    public let randomBits: @Sendable () -> UInt32

    /// Checks all values and puts the parts together.
    ///
    /// - Parameters:
    ///   - sdkKey: the tenant's SDK key; nil for a server that asks for none.
    ///   - tenantId: the tenant's id at the service, `[a-z0-9_-]+`.
    ///   - productId: the product's id at the service, `[a-z0-9_-]+`.
    ///   - keyPrefix: what every license key of the product begins with; nil for anything.
    ///   - trustedPublicKeys: the vendor's public keys by key id, base64 of 32 bytes each. Without one, only
    ///     trials and the free tier work.
    ///   - baseURL: the server; `https`, or `http` to a loopback address.
    ///   - maxOfflineDays: days without an online check; nil turns the cap off. 15.
    ///   - trialDurationDays: length of the trial until the server says otherwise; nil counts as 0.
    ///   - freeTierEnabled: whether there is a free tier until the server says otherwise; nil counts as no.
    ///   - requireSignedConfig: whether settings that the server sends count only when they are signed.
    ///   - launchValidation: whether each launch asks the server.
    ///   - storage: where the record is kept.
    ///   - trialMirror: a second place that remembers the trial's start; nil for none.
    ///   - instanceName: the label under which the vendor sees this machine; nil means the host's name, an
    ///     empty text a constant.
    ///   - appVersion: the app's version for telemetry; nil means the main bundle's.
    ///   - telemetry: how much is told about app and machine.
    ///   - machineIdentifier: a stable name of the machine, sent only as a hash; nil means the system's. On iOS and its
    ///     family that one can only be asked for on the main thread: make the configuration there, or there is none.
    ///   - role: what this process may do; `.extension` for a widget or helper beside the app, which only reads.
    ///   - policy: the other numbers of the rules; its own `maxOfflineDays` is replaced by the parameter.
    ///   - retryPolicy: attempts and time limits of one call.
    ///   - transport: what carries requests; nil means `URLSession`, and libcurl itself on Linux. A Linux without
    ///     libcurl, or with one older than 7.68, gets `URLSession` too, and a log line of level `error`.
    ///   - clock: what tells the time.
    ///   - runner: what starts background work.
    ///   - hints: what tells of wake-ups, clock changes and networks; nil means the platform's own, or
    ///     nothing when `clock` is not the system's: then the system's hints are about another time.
    ///   - logHandlers: where log lines go; the platform's log by default.
    ///   - logLevel: the least level that is logged.
    ///   - randomBits: what makes request ids and spreads retries and refreshes; a seeded one makes every run of a test
    ///     the same.
    ///   - environment: where `HOME` and `XDG_DATA_HOME` are looked up; nil means the process's.
    /// - Throws: ``KeylightCore/KeylightError`` of kind `invalidConfiguration`, which names the parameter.
    public init(
        sdkKey: String?,
        tenantId: String,
        productId: String,
        keyPrefix: String? = nil,
        trustedPublicKeys: TrustedPublicKeys,
        baseURL: String = ServiceEndpoint.defaultBaseURL,
        maxOfflineDays: Int64? = LicensePolicy.standard.maxOfflineDays,
        trialDurationDays: Int64? = nil,
        freeTierEnabled: Bool? = nil,
        requireSignedConfig: Bool = false,
        launchValidation: LaunchValidation = .always,
        storage: KeylightStorage = .encryptedFile(),
        trialMirror: (any TrialStartMirror)? = nil,
        instanceName: String? = nil,
        appVersion: String? = nil,
        telemetry: TelemetryLevel = .standard,
        machineIdentifier: String? = nil,
        role: ProcessRole = .app,
        policy: LicensePolicy = .standard,
        retryPolicy: RetryPolicy = .standard,
        transport: (any Transport)? = nil,
        clock: any LicenseClock = SystemClock(),
        runner: any BackgroundRunner = SystemBackgroundRunner(),
        hints: (any SystemHintSource)? = nil,
        logHandlers: [any LicenseLogHandler] = [PlatformLogHandler.default],
        logLevel: LicenseLogLevel = .info,
        randomBits: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) },
        environment: [String: String]? = nil
    ) throws(KeylightError) {
        let check = ConfigurationCheck()
        let tenant = try check.identifier(tenantId, field: "tenantId")
        let product = try check.identifier(productId, field: "productId")
        let key = try check.sdkKey(sdkKey)
        try check.keyPrefix(keyPrefix)
        let trustedKeys = try check.keys(trustedPublicKeys)
        let endpoint = try check.endpoint(baseURL, tenant: tenant, product: product)
        try check.notNegative(maxOfflineDays, field: "maxOfflineDays")
        try check.notNegative(trialDurationDays, field: "trialDurationDays")
        var rules = policy
        rules.maxOfflineDays = maxOfflineDays
        try check.policy(rules)
        try check.retryPolicy(retryPolicy)
        store = try check.store(
            storage,
            tenant: tenant,
            product: product,
            environment: environment ?? PlatformFacts.environment
        )
        engine = LicenseEngineConfiguration(
            endpoint: endpoint,
            sdkKey: key,
            trustedKeys: trustedKeys,
            keyPrefix: keyPrefix,
            policy: rules,
            seed: ProductSeed(trialDurationDays: trialDurationDays, freeTierEnabled: freeTierEnabled),
            launchValidation: launchValidation,
            instanceName: PlatformFacts.instanceName(chosen: instanceName),
            machineHash: MachineHash.hash(
                tenant: tenant,
                product: product,
                stableID: machineIdentifier ?? PlatformFacts.machineIdentifier
            ),
            telemetry: PlatformFacts.telemetry(telemetry, appVersion: appVersion),
            sendsOptionalFields: telemetry != .off,
            sendsKeylessReports: telemetry != .off,
            requireSignedConfig: requireSignedConfig,
            role: role,
            retryPolicy: retryPolicy
        )
        logger = LicenseLogger(
            category: "facade",
            handlers: logHandlers,
            minimumLevel: logLevel,
            now: { clock.now().wall.secondsSince1970 }
        )
        self.transport = transport ?? PlatformTransport.make(logger: logger)
        self.trialMirror = trialMirror
        self.clock = clock
        self.runner = runner
        self.randomBits = randomBits
        self.hints = hints ?? (clock is SystemClock ? PlatformHints.source : NoSystemHints())
    }

    /// Makes an engine with these parts, for code that wants no observable object.
    public func makeEngine() -> LicenseEngine {
        LicenseEngine(
            configuration: engine,
            transport: transport,
            store: store,
            clock: clock,
            runner: runner,
            hints: hints,
            logger: logger,
            trialMirror: trialMirror,
            randomBits: randomBits
        )
    }
}
