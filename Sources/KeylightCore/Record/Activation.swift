/// A license key that the server accepted on this machine, and the seat that it took.
public struct Activation: Sendable, Hashable, Codable {
    /// The key, normalised.
    public var licenseKey: LicenseKey
    /// The server's name for this activation.
    public var instanceID: InstanceID
    /// The key's hash as the first signed lease gave it; every later lease must carry the same.
    public var pinnedKeyHash: String
    /// Where it was activated; nil when the machine had no id then, or an older version of the SDK did it.
    public var origin: RecordOrigin?

    /// Makes an activation.
    public init(
        licenseKey: LicenseKey,
        instanceID: InstanceID,
        pinnedKeyHash: String,
        origin: RecordOrigin? = nil
    ) {
        self.licenseKey = licenseKey
        self.instanceID = instanceID
        self.pinnedKeyHash = pinnedKeyHash
        self.origin = origin
    }
}
