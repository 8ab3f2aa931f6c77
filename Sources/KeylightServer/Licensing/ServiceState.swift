/// Everything that the server knows, and the rules by which requests change it.
///
/// A value without a clock, a socket or a signature: time comes in as an argument, and what has to be
/// signed goes out as a `LeaseGrant`.
struct ServiceState: Sendable {
    /// The lengths that a lease and a signature of the settings may have, in seconds: up to ten years.
    static let lifetimes: ClosedRange<Int64> = 1...315_360_000

    /// By the form in which keys are compared.
    private(set) var licenses: [String: ServedLicense] = [:]
    /// By instance id.
    private(set) var seats: [String: ServedSeat] = [:]
    /// Installs without a license that have reported themselves, by anonymous id.
    private(set) var installs: [String: ServedInstall] = [:]
    private(set) var settings: ServedSettings
    private(set) var leaseLength: Int64
    /// What is added to the injected clock, in seconds.
    private(set) var clockOffset: Int64 = 0
    var faults = FaultPlan()
    var recorder = RequestRecorder()

    /// What became of a request about a license.
    enum Outcome: Sendable, Equatable {
        case unknownKey
        case revoked
        /// The license is over and leaves nothing; when it ended.
        case ended(Int64)
        case noSeat
        case notActivated
        case granted(LeaseGrant)
    }

    init(
        licenses: [ServedLicense],
        settings: ServedSettings,
        leaseLength: Int64
    ) throws(LocalLicenseServerError) {
        try settings.check()
        self.settings = settings
        self.leaseLength = leaseLength
        try setLeaseLength(leaseLength)
        for license in licenses { try setLicense(license) }
    }

    // MARK: Requests

    /// Takes a seat, or finds the one that the device holds already: trying again after a lost reply is safe.
    mutating func activate(
        key: String,
        instanceName: String,
        machineHash: String?,
        anonymousID: String? = nil,
        newInstanceID: String,
        now: Int64
    ) -> Outcome {
        guard let license = license(key) else { return .unknownKey }
        guard !license.isRevoked else { return .revoked }
        if let end = license.expiresAt, end <= now, !license.hasFallback { return .ended(end) }
        let held = seats(of: license)
        if let machineHash, let seat = held.first(where: { $0.machineHash == machineHash }) {
            seats[seat.instanceID]?.instanceName = instanceName
            seats[seat.instanceID]?.lastSeenAt = now
            noteActivation(of: anonymousID, as: seat.instanceID)
            return .granted(grant(license, seat.instanceID, now: now))
        }
        if let limit = license.seats, held.count >= limit { return .noSeat }
        seats[newInstanceID] = ServedSeat(
            instanceID: newInstanceID,
            licenseKey: license.key,
            instanceName: instanceName,
            machineHash: machineHash,
            activatedAt: now,
            lastSeenAt: now
        )
        noteActivation(of: anonymousID, as: newInstanceID)
        return .granted(grant(license, newInstanceID, now: now))
    }

    mutating func validate(key: String, instanceID: String, now: Int64) -> Outcome {
        guard let license = license(key) else { return .unknownKey }
        guard !license.isRevoked else { return .revoked }
        guard holds(license, instanceID) else { return .notActivated }
        seats[instanceID]?.lastSeenAt = now
        return .granted(grant(license, instanceID, now: now))
    }

    /// Whether a seat was given back; nil for an unknown key. Works for a license in any state.
    mutating func deactivate(key: String, instanceID: String) -> Bool? {
        guard let license = license(key) else { return nil }
        guard holds(license, instanceID) else { return false }
        return releaseSeat(instanceID)
    }

    /// Counts a report of an install without a license.
    mutating func noteReport(_ anonymousID: String, state: String, machineHash: String?, now: Int64) {
        var install =
            installs[anonymousID]
            ?? ServedInstall(
                anonymousID: anonymousID,
                state: state,
                machineHash: machineHash,
                reportCount: 0,
                firstSeenAt: now,
                lastSeenAt: now
            )
        install.state = state
        install.machineHash = machineHash
        install.reportCount += 1
        install.lastSeenAt = now
        install.activatedAs = nil
        installs[anonymousID] = install
    }

    private mutating func noteActivation(of anonymousID: String?, as instanceID: String) {
        guard let anonymousID else { return }
        installs[anonymousID]?.activatedAs = instanceID
    }

    private func grant(_ license: ServedLicense, _ instanceID: String, now: Int64) -> LeaseGrant {
        let isOver = license.expiresAt.map { $0 <= now } ?? false
        return LeaseGrant(
            license: license,
            instanceID: instanceID,
            status: !isOver ? .active : license.hasFallback ? .fallback : .expired,
            now: now,
            leaseLength: leaseLength
        )
    }

    private func license(_ key: String) -> ServedLicense? {
        licenses[ServedLicense.matchingForm(of: key)]
    }

    private func holds(_ license: ServedLicense, _ instanceID: String) -> Bool {
        seats[instanceID]?.licenseKey == license.key
    }

    /// The seats of a license, oldest first.
    func seats(of license: ServedLicense) -> [ServedSeat] {
        seats.values.filter { $0.licenseKey == license.key }
            .sorted { ($0.activatedAt, $0.instanceID) < ($1.activatedAt, $1.instanceID) }
    }

    // MARK: The vendor's side

    /// Adds a license or replaces the one with the same key; its seats stay taken.
    mutating func setLicense(_ license: ServedLicense) throws(LocalLicenseServerError) {
        try license.check()
        var license = license
        license.key = ServedLicense.matchingForm(of: license.key)
        licenses[license.key] = license
    }

    /// Removes a license and its seats.
    mutating func removeLicense(_ key: String) throws(LocalLicenseServerError) {
        guard let license = licenses.removeValue(forKey: ServedLicense.matchingForm(of: key)) else {
            throw .unknownLicense
        }
        seats = seats.filter { $0.value.licenseKey != license.key }
    }

    mutating func updateLicense(
        _ key: String,
        _ change: (inout ServedLicense) -> Void
    ) throws(LocalLicenseServerError) {
        guard var license = license(key) else { throw .unknownLicense }
        change(&license)
        try setLicense(license)
    }

    /// Gives a seat back as a vendor does who removes a device; false when there is no such seat.
    mutating func releaseSeat(_ instanceID: String) -> Bool {
        seats.removeValue(forKey: instanceID) != nil
    }

    mutating func setSettings(_ settings: ServedSettings) throws(LocalLicenseServerError) {
        try settings.check()
        self.settings = settings
    }

    mutating func setLeaseLength(_ seconds: Int64) throws(LocalLicenseServerError) {
        guard Self.lifetimes.contains(seconds) else { throw .invalidLifetime(seconds) }
        leaseLength = seconds
    }

    mutating func setClockOffset(_ seconds: Int64) {
        clockOffset = seconds
    }

    mutating func advanceClock(by seconds: Int64) {
        clockOffset = clockOffset.saturatingAdd(seconds)
    }
}
