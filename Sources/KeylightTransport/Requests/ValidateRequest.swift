public import KeylightCore

/// What is sent to ask whether the license still holds.
public struct ValidateRequest: Sendable, Hashable {
    /// The stored key.
    public var licenseKey: LicenseKey
    /// The activation on this machine.
    public var instanceID: InstanceID
    /// The hash of the machine's stable id; nil when the machine has none.
    public var machineHash: String?
    /// The trial length compiled into the app, in days; nil when the app has no trial of its own.
    public var trialDurationDays: Int64?
    /// What the app may tell about itself and the machine.
    public var telemetry: Telemetry

    /// Makes a request.
    public init(
        licenseKey: LicenseKey,
        instanceID: InstanceID,
        machineHash: String? = nil,
        trialDurationDays: Int64? = nil,
        telemetry: Telemetry = .none
    ) {
        self.licenseKey = licenseKey
        self.instanceID = instanceID
        self.machineHash = machineHash
        self.trialDurationDays = trialDurationDays
        self.telemetry = telemetry
    }

    /// The JSON body. Order: `license_key`, `instance_id`, `machine_hash`, `sdk_trial_duration_days`,
    /// telemetry.
    public var body: [UInt8] {
        var body = RequestBody()
        body.add("license_key", licenseKey.rawValue)
        body.add("instance_id", instanceID.rawValue)
        body.add("machine_hash", machineHash)
        body.addTrialDuration(trialDurationDays)
        telemetry.add(to: &body)
        return body.finished
    }
}

extension ValidateRequest: CustomStringConvertible, CustomReflectable {
    /// Names key and instance in their redacted form only.
    public var description: String { "validate \(licenseKey) \(instanceID)" }
    /// Shows the redacted values only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
