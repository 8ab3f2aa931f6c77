public import KeylightCore

/// What is sent to give a seat back.
public struct DeactivateRequest: Sendable, Hashable {
    /// The key that holds the seat; without it the server releases nothing.
    public var licenseKey: LicenseKey
    /// The activation to end.
    public var instanceID: InstanceID

    /// Makes a request.
    public init(licenseKey: LicenseKey, instanceID: InstanceID) {
        self.licenseKey = licenseKey
        self.instanceID = instanceID
    }

    /// The JSON body. Order: `license_key`, `instance_id`.
    public var body: [UInt8] {
        var body = RequestBody()
        body.add("license_key", licenseKey.rawValue)
        body.add("instance_id", instanceID.rawValue)
        return body.finished
    }
}

extension DeactivateRequest: CustomStringConvertible, CustomReflectable {
    /// Names key and instance in their redacted form only.
    public var description: String { "deactivate \(licenseKey) \(instanceID)" }
    /// Shows the redacted values only.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
