import KeylightCore
import KeylightCrypto

/// A licensing server for development and for tests: the service's calls over real HTTP on 127.0.0.1.
///
/// Its leases are signed for real, its faults and its clock are yours. It is not a service to sell with: it
/// keeps everything in memory, and whoever can reach the port can change everything.
///
/// ```swift
/// let server = try LocalLicenseServer(
///     configuration: LocalLicenseServerConfiguration(
///         tenant: "acme",
///         product: "app",
///         signingSeed: seed,
///         licenses: [ServedLicense(key: "ACME-TEST-0000-0001", entitlements: ["pro"], seats: 2)],
///         now: { clock.now }
///     )
/// )
/// try server.start()
/// defer { server.stop() }
/// // The client: base URL server.baseURL, trusted keys [server.kid: server.publicKey].
/// try server.inject(.status(503), on: .validate, times: 2)
/// ```
public final class LocalLicenseServer: Sendable {
    /// The id of the key that signs now.
    public var kid: String { service.signer.kid }
    /// The public half of the key that signs now, 32 bytes: what an app has to trust.
    public var publicKey: [UInt8] { service.signer.publicKey }
    /// The public key in padded standard base64, as the key set names it.
    public var publicKeyBase64: String { Base64.encode(publicKey) }

    private let service: LicensingService
    private let limits: HTTPLimits
    private let run: Locked<Run>

    private struct Run: Sendable {
        var port: UInt16
        var listener: HTTPListener?
        /// Between the moment at which somebody decides to start and the moment at which it has worked.
        var isStarting = false
    }

    /// Checks the configuration and makes a server that does not run yet.
    ///
    /// - Throws: The first thing that is wrong with the configuration.
    public convenience init(
        configuration: LocalLicenseServerConfiguration
    ) throws(LocalLicenseServerError) {
        try self.init(configuration: configuration, limits: HTTPLimits())
    }

    init(configuration: LocalLicenseServerConfiguration, limits: HTTPLimits) throws(LocalLicenseServerError) {
        for name in [configuration.tenant, configuration.product] where ServiceIdentifier(name) == nil {
            throw .invalidIdentifier(name)
        }
        guard !AdminInterface.owns("/" + configuration.tenant) else {
            throw .invalidIdentifier(configuration.tenant)
        }
        guard let port = UInt16(exactly: configuration.port) else { throw .invalidPort(configuration.port) }
        let signer = try ReplySigner(kid: configuration.kid, seed: configuration.signingSeed)
        service = LicensingService(
            tenant: configuration.tenant,
            product: configuration.product,
            sdkKey: configuration.sdkKey,
            signer: signer,
            state: try ServiceState(
                licenses: configuration.licenses,
                settings: configuration.settings,
                leaseLength: configuration.leaseLength
            ),
            clock: configuration.now
        )
        self.limits = limits
        run = Locked(Run(port: port))
    }

    deinit {
        stop()
    }

    // MARK: Running

    /// The port on 127.0.0.1. Before the first start it is the one asked for (0: any); after a stop it is
    /// kept, so that a server which comes back is found where it was.
    public var port: Int {
        Int(run.withLock { $0.port })
    }

    /// What a client takes as its base URL, without a slash at its end.
    public var baseURL: String {
        "http://127.0.0.1:\(port)"
    }

    /// Starts to serve; state, faults and recorded requests are those of before a stop.
    ///
    /// - Returns: The port.
    /// - Throws: `alreadyRunning`, or `system` when the port is taken or the process is out of descriptors.
    @discardableResult
    public func start() throws(LocalLicenseServerError) -> Int {
        let asked = try run.withLock { (run) throws(LocalLicenseServerError) in
            guard run.listener == nil, !run.isStarting else { throw .alreadyRunning }
            run.isStarting = true
            return run.port
        }
        do throws(SystemCallError) {
            let service = service
            let listener = try HTTPListener(port: asked, limits: limits) { service.reply(to: $0) }
            run.withLock { run in
                run.port = listener.port
                run.listener = listener
                run.isStarting = false
            }
            return Int(listener.port)
        } catch {
            run.withLock { $0.isStarting = false }
            throw .system(call: error.call, code: error.code)
        }
    }

    /// Ends every connection and every thread, and returns when that is done. Does nothing when stopped.
    ///
    /// It blocks the calling thread for a moment, and must not be called from the clock that was passed in.
    public func stop() {
        let listener = run.withLock { run in
            defer { run.listener = nil }
            return run.listener
        }
        listener?.stop()
    }

    // MARK: Licenses and seats

    /// Adds a license, or replaces the one with the same key; its seats stay taken.
    public func setLicense(_ license: ServedLicense) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in try state.setLicense(license) }
    }

    /// Removes a license with its seats: its key is unknown from now on.
    public func removeLicense(_ key: String) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in try state.removeLicense(key) }
    }

    /// Withdraws a key: every call but `deactivate` is answered with 422 from now on.
    public func revokeLicense(_ key: String) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in
            try state.updateLicense(key) { $0.isRevoked = true }
        }
    }

    /// Takes a revocation back.
    public func restoreLicense(_ key: String) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in
            try state.updateLicense(key) { $0.isRevoked = false }
        }
    }

    /// Sets the first second at which a license is over, in seconds since 1970; nil means for life.
    public func setLicenseEnd(_ end: Int64?, of key: String) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in
            try state.updateLicense(key) { $0.expiresAt = end }
        }
    }

    /// Gives a seat back as a vendor does who removes a device; false when there is no such seat.
    @discardableResult
    public func releaseSeat(_ instanceID: String) -> Bool {
        service.state.withLock { $0.releaseSeat(instanceID) }
    }

    // MARK: Product and time

    /// Sets the length of leases from now on, in seconds, 1 to 315,360,000.
    public func setLeaseLength(_ seconds: Int64) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in try state.setLeaseLength(seconds) }
    }

    /// Sets the product settings.
    public func setSettings(_ settings: ServedSettings) throws(LocalLicenseServerError) {
        try change { (state) throws(LocalLicenseServerError) in try state.setSettings(settings) }
    }

    /// Sets what is added to the injected clock, in seconds.
    public func setClockOffset(_ seconds: Int64) {
        service.state.withLock { $0.setClockOffset(seconds) }
    }

    /// Moves the server's clock, in seconds; a negative number sets it back.
    public func advanceClock(by seconds: Int64) {
        service.state.withLock { $0.advanceClock(by: seconds) }
    }

    // MARK: Signing keys

    /// Has another key sign from now on; the one before stays in the published key set.
    ///
    /// - Parameters:
    ///   - seed: the 32 bytes of the private key.
    ///   - kid: the key's id.
    /// - Throws: `keyIdentifierTaken` for an id that is published, `invalidSeed`, `invalidKeyIdentifier`.
    public func rotateKey(to seed: [UInt8], kid: String) throws(LocalLicenseServerError) {
        let signer = try ReplySigner(kid: kid, seed: seed)
        try service.keys.withLock { (keys) throws(LocalLicenseServerError) in try keys.rotate(to: signer) }
    }

    /// Takes a key that signs no more out of the published key set.
    public func retireKey(_ kid: String) throws(LocalLicenseServerError) {
        try service.keys.withLock { (keys) throws(LocalLicenseServerError) in try keys.retire(kid) }
    }

    // MARK: Faults

    /// Makes the server misbehave.
    ///
    /// Faults wait in the order in which they were put in. A request takes the oldest one of each kind that
    /// is meant for it (a delay, a reply, a way of delivery, an echo, a lease, a signature of the settings),
    /// so a script of statuses and a latency can go together.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - endpoint: The only call that it is meant for; nil means every call.
    ///   - times: For how many requests; nil means until `clearFaults()`.
    ///   - performingRequest: Whether a request whose reply is replaced or lost is carried out before. True
    ///     makes the case in which a seat is taken and the client never hears of it.
    /// - Throws: `invalidFault` for a number out of bounds.
    public func inject(
        _ fault: ServerFault,
        on endpoint: ServerEndpoint? = nil,
        times: Int? = nil,
        performingRequest: Bool = false
    ) throws(LocalLicenseServerError) {
        let entry = FaultPlan.Entry(
            fault: fault,
            endpoint: endpoint,
            timesLeft: times,
            performsRequest: performingRequest
        )
        try change { (state) throws(LocalLicenseServerError) in try state.faults.add(entry) }
    }

    /// Takes back every fault that waits.
    public func clearFaults() {
        service.state.withLock { $0.faults.clear() }
    }

    // MARK: Watching

    /// The server's own time in seconds since 1970: the injected clock plus the offset.
    public var now: Int64 {
        service.now
    }

    /// Licenses, seats and counts at this moment.
    public var state: LocalLicenseServerState {
        let state = service.state.withLock { $0 }
        let licenses = state.licenses.values.sorted { $0.key < $1.key }
        return LocalLicenseServerState(
            licenses: licenses,
            seats: licenses.flatMap { state.seats(of: $0) },
            installs: state.installs.values.sorted { $0.anonymousID < $1.anonymousID },
            publishedKeyIDs: service.keys.withLock { $0.published.map(\.kid) },
            requestCounts: state.recorder.counts,
            settings: state.settings,
            leaseLength: state.leaseLength,
            clockOffset: state.clockOffset,
            faultCount: state.faults.entries.count
        )
    }

    /// The newest 512 requests, oldest first; admin calls and what was never a request are not among them.
    public var recordedRequests: [RecordedRequest] {
        service.state.withLock { $0.recorder.requests }
    }

    /// Forgets the recorded requests and sets the counts back to 0.
    public func clearRecordedRequests() {
        service.state.withLock { $0.recorder.clear() }
    }

    /// How many connections are open; 0 when stopped.
    var openConnectionCount: Int {
        let listener = run.withLock { $0.listener }
        return listener?.table.withLock { $0.openCount } ?? 0
    }

    private func change(
        _ edit: (inout ServiceState) throws(LocalLicenseServerError) -> Void
    ) throws(LocalLicenseServerError) {
        try service.state.withLock(edit)
    }
}
