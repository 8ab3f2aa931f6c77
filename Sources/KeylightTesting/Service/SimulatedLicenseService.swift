public import KeylightCore
public import KeylightTransport

/// A small licensing service in the test's own process, for one license.
///
/// It activates, validates and deactivates, with real signatures and by the true time of a virtual clock. Its
/// ``transport`` is what the code under test talks to; replies that a test enqueues there come before its own.
///
/// ```swift
/// let simulation = Simulation()
/// let service = try simulation.makeService(entitlements: ["pro"])
/// // … activate with service.licenseKey over service.transport, trusting service.trustedKeys …
/// service.goOffline()
/// try simulation.advance(by: 10 * Seconds.day)
/// ```
public final class SimulatedLicenseService: Sendable {
    /// The one license key that it knows.
    public let licenseKey: LicenseKey
    /// What the code under test sends its requests over.
    public let transport: ScriptedTransport
    /// What signs the leases.
    public let signer: TestSigner
    private let desk: LicenseDesk

    /// The license key unless another is given.
    public static let defaultLicenseKey = "ACME-TEST-0000-0001"

    /// Makes a service; ``Simulation/makeService(licenseKey:entitlements:signer:)`` is shorter.
    ///
    /// - Parameters:
    ///   - clock: the service goes by its true time, which setting the wall clock does not move.
    ///   - transport: what it answers over; its fallback is replaced.
    ///   - licenseKey: the one key that it knows.
    ///   - entitlements: what the license allows.
    ///   - signer: what signs the leases.
    /// - Throws: `LicenseKeyError` when `licenseKey` is none.
    public init(
        clock: VirtualClock,
        transport: ScriptedTransport,
        licenseKey: String = defaultLicenseKey,
        entitlements: [Entitlement] = [],
        signer: TestSigner
    ) throws {
        let desk = LicenseDesk(
            licenseKey: try LicenseKey(parsing: licenseKey),
            entitlements: entitlements,
            signer: signer,
            clock: clock
        )
        self.licenseKey = desk.licenseKey
        self.transport = transport
        self.signer = signer
        self.desk = desk
        transport.fallback = .respond { try desk.answer($0) }
    }

    /// What the code under test is to trust: key ids and public keys in base64.
    public var trustedKeys: [String: String] { signer.trustedKeys }

    /// What the license allows from the next request on.
    public var terms: SimulatedLicenseTerms {
        get { desk.state.withLock { $0.terms } }
        set { desk.state.withLock { $0.terms = newValue } }
    }

    /// What the next leases name as entitlements.
    public var entitlements: [Entitlement] {
        get { terms.entitlements }
        set { desk.state.withLock { $0.terms.entitlements = newValue } }
    }

    /// The activations that hold a seat, oldest first.
    public var instances: [InstanceID] { desk.state.withLock { $0.instances } }

    /// Revokes the license: every request for it is denied.
    public func revoke() { desk.state.withLock { $0.terms.isRevoked = true } }

    /// Takes a revocation back.
    public func restore() { desk.state.withLock { $0.terms.isRevoked = false } }

    /// Lets every request fail as if there were no network.
    ///
    /// - Parameter kind: how requests fail.
    public func goOffline(_ kind: TransportError.Kind = .notConnected) {
        desk.state.withLock { $0.connectionFailure = kind }
    }

    /// Lets requests arrive again.
    public func goOnline() { desk.state.withLock { $0.connectionFailure = nil } }

    /// Frees a seat, as the vendor can in his dashboard.
    public func release(_ instance: InstanceID) {
        desk.release(instance)
    }

    /// What the service answers to a request, for a transport of the test's own.
    ///
    /// - Throws: `TransportError` while it is offline.
    public func answer(_ request: TransportRequest) throws -> TransportResponse {
        try desk.answer(request)
    }
}
