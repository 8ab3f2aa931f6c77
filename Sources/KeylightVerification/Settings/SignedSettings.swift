public import KeylightCore

/// Product settings as they came, with their proof when they have one.
public struct SignedSettings: Sendable, Hashable {
    /// What the server says.
    public var settings: ProductSettings
    /// The proof; nil when the server sent none.
    public var signature: SettingsSignature?

    /// Makes settings with or without proof.
    public init(settings: ProductSettings, signature: SettingsSignature? = nil) {
        self.settings = settings
        self.signature = signature
    }
}
