/// What a local licensing server knows at one moment.
public struct LocalLicenseServerState: Sendable, Hashable {
    /// The licenses, by key; keys have their letters uppercased.
    public var licenses: [ServedLicense]
    /// The seats that are taken, by license and then by age.
    public var seats: [ServedSeat]
    /// Installs without a license that have reported themselves, by anonymous id.
    public var installs: [ServedInstall]
    /// The ids of the published keys, the one that signs first.
    public var publishedKeyIDs: [String]
    /// How many requests each call has seen; a call without any is left out.
    public var requestCounts: [ServerEndpoint: Int]
    /// The product settings that are handed out.
    public var settings: ServedSettings
    /// The length of a lease, in seconds.
    public var leaseLength: Int64
    /// What is added to the injected clock, in seconds.
    public var clockOffset: Int64
    /// How many faults wait for a request.
    public var faultCount: Int
}
