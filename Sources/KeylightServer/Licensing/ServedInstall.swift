/// An install without a license, as its reports show it.
public struct ServedInstall: Sendable, Hashable {
    /// The anonymous id that it reports under.
    public var anonymousID: String
    /// What it reported last: `trial`, `free_tier` or `expired`.
    public var state: String
    /// The machine's hash; nil when it sends none.
    public var machineHash: String?
    /// How many reports it has sent.
    public var reportCount: Int
    /// When the first report came, by the server's clock.
    public var firstSeenAt: Int64
    /// When the last report came, by the server's clock.
    public var lastSeenAt: Int64
    /// The instance id that its activation was given; nil while it has no license.
    public var activatedAs: String?
}
