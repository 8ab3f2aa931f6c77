/// The product settings that the server hands out, on their own and along with other replies.
public struct ServedSettings: Sendable, Hashable {
    /// The length of a trial in days; nil leaves the field out of the replies.
    public var trialDurationDays: Int64?
    /// Whether the free tier is on; nil leaves the field out of the replies.
    public var isFreeTierEnabled: Bool?
    /// Whether the settings are signed. They can only be when both fields are there.
    public var isSigned: Bool
    /// How long a signature of the settings holds, in seconds. One day, as the service issues them.
    public var lifetime: Int64

    /// Makes settings: signed, with a trial of 14 days and no free tier, unless said otherwise.
    public init(
        trialDurationDays: Int64? = 14,
        isFreeTierEnabled: Bool? = false,
        isSigned: Bool = true,
        lifetime: Int64 = 86_400
    ) {
        self.trialDurationDays = trialDurationDays
        self.isFreeTierEnabled = isFreeTierEnabled
        self.isSigned = isSigned
        self.lifetime = lifetime
    }

    func check() throws(LocalLicenseServerError) {
        guard ServiceState.lifetimes.contains(lifetime) else { throw .invalidLifetime(lifetime) }
        if let days = trialDurationDays, !(0...36_500).contains(days) { throw .invalidTrialLength(days) }
    }
}
