public import KeylightClock
public import KeylightCore
public import KeylightLeaseStore
public import KeylightLogging
import KeylightPolicy
public import KeylightTransport
import KeylightVerification

/// Keeps a license: checks it on launch, refreshes it by the rules, notices its end, and never takes it
/// away for a reason that is not the user's or the vendor's.
///
/// All rules live in `KeylightPolicy`; this actor performs what they decide, through the transport, the
/// store, the clock and the runner that it was given. What it knows is read from any thread through
/// ``snapshot`` without waiting.
///
/// ```swift
/// let engine = LicenseEngine(
///     configuration: configuration, transport: transport, store: store,
///     clock: SystemClock(), runner: SystemBackgroundRunner())
/// try await engine.checkOnLaunch()
/// if engine.hasEntitlement("pro") { … }
/// ```
///
/// The verdict of the stored license is there when the initialiser returns. Letting go of the engine ends
/// its timers and requests.
public actor LicenseEngine {
    let configuration: LicenseEngineConfiguration
    let client: LicensingClient
    let clock: any LicenseClock
    let runner: any BackgroundRunner
    let keeper: StoreKeeper
    let logger: LicenseLogger
    nonisolated let board: SnapshotBoard

    var state: EngineState
    /// The validation that is under way, for those who wait for it.
    var validation: ValidationUnderWay?
    /// The activation that is under way.
    var activation: ActivationUnderWay?
    var loading: SharedOutcome<Void>?
    var flushing: SharedOutcome<Void>?
    /// Tells of changes that other processes make; nil where the store cannot, or not yet.
    var watch: StoreWatch?
    /// Since when another process has held the refresh lock without anything coming of it; nil for not at all.
    var heldElsewhere: HeldElsewhere?
    /// What this process has done about seats that are to be given back.
    var releases = ReleaseHistory()
    var alarm = Alarm()
    /// Whether what the alarm has to do still waits for the store.
    var isRinging = false
    /// Rings when the store has not answered in time.
    var storeAlarm = Alarm()
    /// Whether the store is taking longer to answer than the verdict can wait.
    var isStoreLate = false
    /// Whether the app's launch could not be attended to, since the store could not be read.
    var owesLaunch = false
    var hold: EventHold?
    var hints: BackgroundTask?
    var lastNetworkAttempt: ContinuousInstant?
    var lastWake: ContinuousInstant?
    /// The fetch of the product's settings that is under way.
    var settingsFetch: SharedOutcome<Result<ProductSettings, KeylightError>>?
    /// Whether the app has begun, and wants reports without a license.
    var reportsKeyless = false
    /// The report that is under way.
    var keylessTask: BackgroundTask?
    /// What the mirror of the trial's start is known to hold.
    var mirroredTrialStart: Timestamp?
    let randomBits: @Sendable () -> UInt32
    var requests = RequestHistory()
    /// How many replies told nothing.
    var unusableReplies: [UnusableReply: Int] = [:]
    /// Key ids and lease statuses that were complained of already.
    var reportedUnknowns: Set<String> = []

    /// Makes an engine, reads the store and resolves the license.
    ///
    /// - Parameters:
    ///   - configuration: the product, the server and the rules.
    ///   - transport: carries requests.
    ///   - store: keeps the record; it is read once before this returns.
    ///   - clock: tells the time.
    ///   - runner: starts requests and timers.
    ///   - hints: where to hear of wake-ups, clock changes and networks; nowhere by default.
    ///   - logger: where to log; nowhere by default.
    ///   - trialMirror: a second place that remembers the trial's start; none by default.
    ///   - randomBits: makes request ids and spreads retries; the system's generator by default.
    public init(
        configuration: LicenseEngineConfiguration,
        transport: any Transport,
        store: any LeaseStore,
        clock: any LicenseClock,
        runner: any BackgroundRunner,
        hints: any SystemHintSource = NoSystemHints(),
        logger: LicenseLogger = .disabled,
        trialMirror: (any TrialStartMirror)? = nil,
        randomBits: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) }
    ) {
        self.configuration = configuration
        self.clock = clock
        self.runner = runner
        self.logger = logger.withCategory("engine")
        let verifier = LeaseVerifier(trustedKeys: configuration.trustedKeys)
        client = LicensingClient(
            endpoint: configuration.endpoint,
            sdkKey: configuration.sdkKey,
            transport: transport,
            clock: clock,
            runner: runner,
            verifier: verifier,
            settingsVerifier: SettingsVerifier(
                trustedKeys: configuration.trustedKeys,
                tenant: configuration.endpoint.tenant,
                product: configuration.endpoint.product,
                requireSignedConfig: configuration.requireSignedConfig
            ),
            retryPolicy: configuration.retryPolicy,
            logger: logger,
            randomBits: randomBits
        )
        self.randomBits = randomBits
        let isReadOnly = configuration.role == .extension
        keeper = StoreKeeper(store, trialMirror: trialMirror, isReadOnly: isReadOnly)
        var state = EngineState(
            policy: configuration.policy.bounded,
            seed: configuration.seed,
            verifier: verifier,
            machineHash: configuration.machineHash
        )
        let reading = clock.now()
        state.locate(store.place(preparing: false))
        state.adopt(StoreKeeper.load(from: store, isReadOnly: isReadOnly), order: 0, at: reading)
        if let trialMirror, !isReadOnly {
            // What it throws is said when the trial is stamped.
            mirroredTrialStart = try? trialMirror.loadTrialStart()
            if let mirroredTrialStart { state.expectTrialStart(mirroredTrialStart) }
        }
        let first = state.resolve(state.observe(reading))
        self.state = state
        board = SnapshotBoard(first)
        self.logger.info(
            "license resolved",
            metadata: [("state", "\(first.state)"), ("reason", "\(first.reason)")]
        )
        _ = runner.run { [weak self] in await self?.begin(hints) }
    }

    deinit {
        hints?.cancel()
        validation?.task?.cancel()
        keylessTask?.cancel()
        alarm.cancel()
        storeAlarm.cancel()
        board.close()
    }

    // MARK: Reading

    /// What is known now; read from any thread, without waiting.
    public nonisolated var snapshot: LicenseSnapshot { board.snapshot }

    /// Whether the license allows this; read from any thread, without waiting.
    public nonisolated func hasEntitlement(_ entitlement: Entitlement) -> Bool {
        board.hasEntitlement(entitlement)
    }

    /// Whether a request to the server is under way.
    public nonisolated var isChecking: Bool { board.isChecking }

    /// A stream of snapshots: begins with the present one, keeps only the newest unread one, and ends with the
    /// engine.
    public nonisolated var snapshots: AsyncStream<LicenseSnapshot> { board.snapshots() }

    /// A stream of events from now on, complete and in order; it ends with the engine.
    public nonisolated var events: AsyncStream<LicenseEvent> { board.events() }

    /// Adds closures that are called on each change, in order; they are removed when the returned value goes.
    public nonisolated func observe(_ observer: LicenseObserver) -> LicenseObservation {
        board.add(observer)
    }

    /// The stored lease, when it is good now: trusted, bound to this activation, within its time and the
    /// offline cap.
    ///
    /// - Returns: nil when there is none, or when it is refused; the snapshot's reason tells why.
    public func getCachedLease() -> Lease? {
        let snapshot = update()
        switch snapshot.rule {
        case .usableLease, .leaseStatus: return state.record.lease
        default: return nil
        }
    }

    // MARK: Publishing

    /// Reads the time, resolves and publishes; the end of every change.
    @discardableResult
    func update(isUsersDeactivation: Bool = false) -> LicenseSnapshot {
        let time = state.observe(clock.now())
        let resolved = state.resolve(time)
        if isUsersDeactivation { hold = nil }
        let isHeld = hold.map { time.instant < $0.end } ?? false
        let base = hold?.base
        let change = board.publish(resolved) { old, new in
            isHeld
                ? nil
                : LifecycleRule.event(from: base ?? old, to: new, isUsersDeactivation: isUsersDeactivation)
        }
        if !isHeld { releaseHold(announced: change != nil) }
        if let change, change.old.state != change.new.state || change.old.reason != change.new.reason {
            logger.notice(
                "license is \(change.new.state)",
                metadata: [("reason", "\(change.new.reason)"), ("was", "\(change.old.state)")]
            )
        }
        reportKeylessIfDue(resolved, at: time)
        rearm(for: resolved, at: time)
        return board.snapshot
    }

    func updateChecking() {
        board.setChecking(validation != nil || activation != nil)
    }
}

/// The name of the engine in the product's documentation.
public typealias KeylightProvider = LicenseEngine
