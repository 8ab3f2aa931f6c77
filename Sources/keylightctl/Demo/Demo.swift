import Keylight
import KeylightServer

/// Plays weeks of an app's life in seconds, over real HTTP and a real sealed file, and checks each step.
///
/// ```swift
/// let report = try await Demo().run()
/// ```
final class Demo {
    static let licenseKey = "DEMO-2026-0000-0001"
    static let entitlement: Entitlement = "pro"

    let time = DemoTime()
    let server: LocalLicenseServer
    let transport: CountingTransport
    let folder = TemporaryFolder()
    let log = InMemoryLogHandler()
    var app: DemoApp?

    private let report: (DemoStep) -> Void
    private var steps: [DemoStep] = []
    private var step = DemoStep(number: 0, title: "")

    /// Makes a demo.
    ///
    /// - Parameter report: is given each step when it is over.
    init(report: @escaping (DemoStep) -> Void = { _ in }) throws(LocalLicenseServerError) {
        self.report = report
        let logger = LicenseLogger(category: "demo", handlers: [log])
        transport = CountingTransport(base: PlatformTransport.make(logger: logger))
        let clock = time.clock
        server = try LocalLicenseServer(
            configuration: LocalLicenseServerConfiguration(
                tenant: "demo",
                product: "app",
                signingSeed: SigningSeed.generated().bytes,
                licenses: [
                    ServedLicense(key: Self.licenseKey, entitlements: [Self.entitlement.rawValue], seats: 1)
                ],
                settings: ServedSettings(trialDurationDays: 0),
                now: { clock.now().wall.secondsSince1970 }
            )
        )
    }

    /// Plays all steps. A step that goes wrong is in the report; the others are played all the same.
    ///
    /// - Throws: when the server cannot be started.
    func run() async throws -> DemoReport {
        let system = SystemClock()
        let began = (real: system.now().continuous, demo: time.now)
        try server.start()
        defer { server.stop() }
        await play("Activation", activation)
        await play("Relaunch without a network", relaunchOffline)
        await play("Fifty foreground events, six hours after the last confirmation", foregroundEvents)
        await play("The planned refresh, one hour before the lease ends", plannedRefresh)
        await play("A day of 503", dayOf503)
        await play("A captive portal", captivePortal)
        await play("Revocation while the app is open", revocation)
        await play("The revocation is taken back", restoration)
        await play("The license ends", licenseEnd)
        await play("The license is renewed", renewal)
        await play("Fifteen days offline with a lease of thirty", offlineCap)
        await play("The next launch has to ask", launchAfterCap)
        await play("Deactivation", deactivation)
        await play("Nothing is left behind", cleanUp)
        let took = Seconds.difference(system.now().continuous.nanoseconds, began.real.nanoseconds)
        return DemoReport(
            steps: steps,
            demoSeconds: time.now.seconds(since: began.demo),
            realMilliseconds: took / 1_000_000
        )
    }

    private func play(_ title: String, _ scene: () async throws -> Void) async {
        step = DemoStep(number: steps.count + 1, title: title)
        do {
            try await scene()
        } catch {
            check(false, "no error: \(error)")
        }
        step.requestCount = transport.count
        steps.append(step)
        report(step)
    }

    // MARK: What the scenes are made of

    /// Notes whether something is as it has to be.
    func check(_ holds: Bool, _ text: String) {
        step.checks.append(DemoStep.Check(text: text, holds: holds))
    }

    /// Notes what the app shows now.
    ///
    /// - Parameter isAnswered: whether the last call led to it, so that its id belongs here.
    func observe(_ text: String, isAnswered: Bool = true) async throws {
        let engine = try running.engine
        let requestID = isAnswered ? await engine.explain().requests.last?.id : nil
        step.observations.append(
            DemoStep.Observation(
                time: time.now,
                snapshot: engine.snapshot,
                requestID: requestID,
                text: text
            )
        )
        if let requestID { step.logLine = log.lines.last { $0.hasPrefix("[\(requestID)]") } }
    }

    /// Whether the app is licensed, by its state and by the question that it asks most.
    var isLicensed: Bool {
        guard let engine = app?.engine else { return false }
        return engine.snapshot.state == .licensed && engine.hasEntitlement(Self.entitlement)
    }

    /// The app, which has to run.
    var running: DemoApp {
        get throws {
            guard let app else { throw NotRunning() }
            return app
        }
    }

    /// How many requests of a kind the server has seen.
    func served(_ endpoint: ServerEndpoint) -> Int {
        server.state.requestCounts[endpoint] ?? 0
    }

    /// Launches the app; its verdict is there when this returns.
    func launch() throws {
        var policy = LicensePolicy.standard
        // An install refreshes up to ten minutes earlier than the hour; here the second is to be known.
        policy.scheduleJitter = 0
        let configuration = try KeylightConfiguration(
            sdkKey: nil,
            tenantId: "demo",
            productId: "app",
            keyPrefix: "DEMO-",
            trustedPublicKeys: TrustedPublicKeys([.init(kid: server.kid, base64: server.publicKeyBase64)]),
            baseURL: server.baseURL,
            storage: .encryptedFile(directory: folder.path),
            instanceName: "keylightctl demo",
            machineIdentifier: "keylightctl-demo",
            policy: policy,
            transport: transport,
            clock: time.clock,
            runner: time.tracker,
            logHandlers: [log],
            logLevel: .debug
        )
        app = DemoApp(configuration: configuration, tracker: time.tracker)
    }

    /// Lets go of the app, as a process that ends.
    func quit() async {
        await time.tracker.quiet()
        app = nil
        await time.tracker.quiet()
        time.tracker.checkingChanged(false)
    }

    /// Has the app come to the foreground.
    @discardableResult
    func foreground() async throws -> RefreshResult {
        let engine = try running.engine
        return try await time.call { try await engine.refreshIfNeeded() }
    }

    private struct NotRunning: Error, CustomStringConvertible {
        var description: String { "the app does not run" }
    }
}
