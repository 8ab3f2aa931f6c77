import KeylightCore
import KeylightTransport

/// What a ``SimulatedLicenseService`` knows and answers; apart from it, so that a transport that outlives the
/// service still answers.
final class LicenseDesk: Sendable {
    let licenseKey: LicenseKey
    let state: Locked<State>
    private let signer: TestSigner
    private let clock: VirtualClock

    struct State: Sendable {
        var terms = SimulatedLicenseTerms()
        var connectionFailure: TransportError.Kind?
        var instances: [InstanceID] = []
        private var lastInstance = 0
        /// The hashes under which the machines of the activations were told, where they were.
        private var machines: [InstanceID: String] = [:]

        /// Names a new activation, or the one that the machine has; nil when no seat is left.
        ///
        /// So a call that is repeated since its answer was lost takes no second seat, as with the real service.
        mutating func takeSeat(machineHash: String?) -> InstanceID? {
            if let machineHash, let instance = instances.first(where: { machines[$0] == machineHash }) {
                return instance
            }
            guard instances.count < terms.seats, let instance = InstanceID("instance-\(lastInstance + 1)")
            else {
                return nil
            }
            lastInstance += 1
            instances.append(instance)
            machines[instance] = machineHash
            return instance
        }
    }

    init(licenseKey: LicenseKey, entitlements: [Entitlement], signer: TestSigner, clock: VirtualClock) {
        self.licenseKey = licenseKey
        self.signer = signer
        self.clock = clock
        var state = State()
        state.terms.entitlements = entitlements
        self.state = Locked(state)
    }

    func release(_ instance: InstanceID) {
        state.withLock { $0.instances.removeAll { $0 == instance } }
    }

    func answer(_ request: TransportRequest) throws -> TransportResponse {
        let (terms, failure) = state.withLock { ($0.terms, $0.connectionFailure) }
        if let failure { throw TransportError(failure) }
        switch request.endpoint {
        case "activate": return try activate(request, terms)
        case "validate": return try validate(request, terms)
        case "deactivate": return deactivate(request)
        case "keyless", "config": return .settings(terms.settings)
        default: return .serviceError("not found", status: 404)
        }
    }

    private func activate(_ request: TransportRequest, _ terms: SimulatedLicenseTerms) throws
        -> TransportResponse
    {
        guard isOurs(request) else { return .serviceError("license not found", status: 404) }
        guard !terms.isRevoked else { return .denied() }
        guard !terms.hasEnded(at: clock.trueTime) else { return .activationRefused("license expired") }
        let machineHash = request.bodyField("machine_hash")
        guard let instance = state.withLock({ $0.takeSeat(machineHash: machineHash) }) else {
            return .serviceError("no seat left", status: 402)
        }
        let lease = try lease(for: instance, terms)
        return .activated(instance: instance, lease: lease, licenseEnd: terms.licenseEnd)
    }

    private func validate(_ request: TransportRequest, _ terms: SimulatedLicenseTerms) throws
        -> TransportResponse
    {
        guard isOurs(request) else { return .serviceError("license not found", status: 404) }
        guard !terms.isRevoked else { return .denied() }
        guard let instance = knownInstance(request) else { return .denied("instance not found") }
        let lease = try lease(for: instance, terms)
        guard lease.status == .active else { return .ended(lease: lease, licenseEnd: terms.licenseEnd) }
        return .validated(lease: lease, licenseEnd: terms.licenseEnd)
    }

    private func deactivate(_ request: TransportRequest) -> TransportResponse {
        guard isOurs(request), let instance = knownInstance(request) else {
            return .serviceError("license not found", status: 404)
        }
        release(instance)
        return .deactivated
    }

    private func isOurs(_ request: TransportRequest) -> Bool {
        request.bodyField("license_key") == licenseKey.rawValue
    }

    private func knownInstance(_ request: TransportRequest) -> InstanceID? {
        let wanted = request.bodyField("instance_id")
        return state.withLock { $0.instances }.first { $0.rawValue == wanted }
    }

    private func lease(for instance: InstanceID, _ terms: SimulatedLicenseTerms) throws -> Lease {
        let now = clock.trueTime
        let hasEnded = terms.hasEnded(at: now)
        return try signer.lease(
            key: licenseKey,
            instance: instance,
            issuedAt: now,
            expiresAt: terms.leaseEnd(from: now),
            status: hasEnded ? terms.statusAfterEnd : .active,
            entitlements: hasEnded ? [] : terms.entitlements
        )
    }
}
