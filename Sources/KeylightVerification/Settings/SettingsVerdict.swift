public import KeylightCore

/// Whether product settings are believed.
public enum SettingsVerdict: Sendable, Equatable {
    /// They are: merge them, field by field.
    case accepted(ProductSettings)
    /// They are not: keep what is stored.
    case refused(SettingsRefusal)
}
