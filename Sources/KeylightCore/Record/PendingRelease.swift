/// A seat that the user gave back while the server could not be told; it is told later.
public struct PendingRelease: Sendable, Hashable, Codable {
    /// The key of the license.
    public var licenseKey: LicenseKey
    /// The activation that holds the seat.
    public var instanceID: InstanceID

    /// Makes a pending release.
    public init(licenseKey: LicenseKey, instanceID: InstanceID) {
        self.licenseKey = licenseKey
        self.instanceID = instanceID
    }
}
