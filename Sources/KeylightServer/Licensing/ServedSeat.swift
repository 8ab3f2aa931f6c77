/// One device's activation.
public struct ServedSeat: Sendable, Hashable {
    /// The id that the server gave the activation: a UUID of version 4 in lowercase.
    public var instanceID: String
    /// The key of the license that the seat belongs to.
    public var licenseKey: String
    /// The device's name as it was reported.
    public var instanceName: String
    /// The hash that stands for the device; nil when it was not sent, and then no seat can be found again.
    public var machineHash: String?
    /// When the seat was taken, in seconds since 1970 on the server's clock.
    public var activatedAt: Int64
    /// When the seat was last activated or validated, in seconds since 1970 on the server's clock.
    public var lastSeenAt: Int64
}
