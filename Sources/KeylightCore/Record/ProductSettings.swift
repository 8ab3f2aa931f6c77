/// What the vendor set for the product at the server; each field may be absent.
public struct ProductSettings: Sendable, Hashable, Codable {
    /// Length of the trial in days; 0 is a value (no trial), nil means that the server did not say.
    public var trialDurationDays: Int64?
    /// Whether there is a free tier; false is a value, nil means that the server did not say.
    public var freeTierEnabled: Bool?

    /// Makes settings.
    public init(trialDurationDays: Int64? = nil, freeTierEnabled: Bool? = nil) {
        self.trialDurationDays = trialDurationDays
        self.freeTierEnabled = freeTierEnabled
    }
}
