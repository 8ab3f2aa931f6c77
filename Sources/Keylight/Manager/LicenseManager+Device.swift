public import KeylightCore

extension LicenseManager {
    /// The license key of another machine's record that was copied here, to be offered for activation on this one.
    ///
    /// It is never logged; show it, or pass its `LicenseKey.rawValue` to ``activate(key:retryNotFoundFor:)`` when the user agrees.
    ///
    /// - Returns: nil unless the snapshot's reason is `LicenseReason.movedDevice`.
    public func keyForReactivation() async -> LicenseKey? {
        await engine.keyForReactivation()
    }
}
