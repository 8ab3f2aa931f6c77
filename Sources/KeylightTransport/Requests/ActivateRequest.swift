public import KeylightCore

/// What is sent to take a seat for this machine.
public struct ActivateRequest: Sendable, Hashable {
    /// The key that the user entered.
    public var licenseKey: LicenseKey
    /// What the vendor's customer sees in the list of his devices.
    public var instanceName: String
    /// The hash of the machine's stable id; nil when the machine has none.
    public var machineHash: String?
    /// The trial length compiled into the app, in days; nil when the app has no trial of its own.
    public var trialDurationDays: Int64?
    /// The anonymous id under which this machine used the free tier; nil when there is none.
    public var freeTierInstanceID: String?
    /// What the app may tell about itself and the machine.
    public var telemetry: Telemetry

    /// The name sent in place of an empty one: the service wants at least one character.
    public static let unnamedInstance = "device"

    /// Makes a request.
    public init(
        licenseKey: LicenseKey,
        instanceName: String,
        machineHash: String? = nil,
        trialDurationDays: Int64? = nil,
        freeTierInstanceID: String? = nil,
        telemetry: Telemetry = .none
    ) {
        self.licenseKey = licenseKey
        self.instanceName = instanceName
        self.machineHash = machineHash
        self.trialDurationDays = trialDurationDays
        self.freeTierInstanceID = freeTierInstanceID
        self.telemetry = telemetry
    }

    /// The JSON body. Order: `license_key`, `instance_name`, `free_tier_instance_id`, `machine_hash`,
    /// `sdk_trial_duration_days`, telemetry.
    public var body: [UInt8] {
        var body = RequestBody()
        body.add("license_key", licenseKey.rawValue)
        let isBlank = instanceName.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        body.add("instance_name", isBlank ? Self.unnamedInstance : instanceName)
        body.add("free_tier_instance_id", freeTierInstanceID)
        body.add("machine_hash", machineHash)
        body.addTrialDuration(trialDurationDays)
        telemetry.add(to: &body)
        return body.finished
    }
}

extension ActivateRequest: CustomStringConvertible, CustomReflectable {
    /// Names the key in its redacted form only.
    public var description: String { "activate \(licenseKey)" }
    /// Shows the redacted key only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
