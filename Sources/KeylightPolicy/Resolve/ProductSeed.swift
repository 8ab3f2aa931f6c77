/// What is compiled into the app about the product; the server's own settings go before it.
public struct ProductSeed: Sendable, Hashable {
    /// Length of the trial in days, 0 for none; nil when the app does not say, which counts as 0.
    public var trialDurationDays: Int64?
    /// Whether the product has a free tier; nil when the app does not say, which counts as no.
    public var freeTierEnabled: Bool?

    /// Makes a seed.
    public init(trialDurationDays: Int64? = nil, freeTierEnabled: Bool? = nil) {
        self.trialDurationDays = trialDurationDays
        self.freeTierEnabled = freeTierEnabled
    }
}
