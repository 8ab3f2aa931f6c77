public import KeylightCore
import KeylightLogging
import KeylightPolicy

/// A record that was copied here from another machine.
extension LicenseEngine {
    /// The license key of another machine's record that was copied here, to be offered for activation on this one.
    ///
    /// The seat of the other machine is not used here, and is not given back by what is done here. The key is never
    /// logged: its description is a fingerprint, and `LicenseKey.rawValue` is for the user's eyes alone.
    ///
    /// ```swift
    /// if let key = await engine.keyForReactivation() {
    ///     askUser("Activate this Mac as well?") { try await engine.activate(key: key.rawValue) }
    /// }
    /// ```
    ///
    /// - Returns: nil unless the snapshot's reason is `LicenseReason.movedDevice`.
    public func keyForReactivation() -> LicenseKey? {
        state.facts.isMoved ? state.record.activation?.licenseKey : nil
    }

    /// The activation with where it was made.
    func located(_ activation: Activation) -> Activation {
        var activation = activation
        activation.origin = configuration.machineHash.map {
            RecordOrigin(machineHash: $0, place: state.place)
        }
        return activation
    }

    /// Says once that the machine has another id than at activation; it costs the user nothing.
    func reportMachineID() {
        guard state.binding == .machineRenamed, reportedUnknowns.insert("machine id").inserted else { return }
        logger.notice("the machine's id has changed since activation; the license stays with this install")
    }
}
