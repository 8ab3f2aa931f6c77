public import KeylightCore

/// Tells which event a change of the snapshot is.
public enum LifecycleRule {
    /// The event for the step from one published snapshot to the next; nil for none.
    ///
    /// A step that takes the license key away is none: a key goes only when the user gives the license back, here or in
    /// another process on the same store, and he need not be told of what he did.
    ///
    /// - Parameters:
    ///   - old: the snapshot before; nil for a manager's first, which is never an event.
    ///   - isUsersDeactivation: whether the step is the user's own deactivation, which he need not be told of.
    public static func event(
        from old: LicenseSnapshot?,
        to new: LicenseSnapshot,
        isUsersDeactivation: Bool = false
    ) -> LicenseEvent? {
        guard let old, old.isResolved, new.isResolved, !isUsersDeactivation else { return nil }
        if old.hasLicenseKey, !new.hasLicenseKey { return nil }
        switch (isHeld(old.state), isHeld(new.state)) {
        case (true, false) where isLost(new.state): return .expired(from: old.state, to: new.state)
        // A first activation is no return: nothing was ever held.
        case (false, true) where isLost(old.state) && old.reason != .notActivated:
            return .restored(from: old.state, to: new.state)
        default: break
        }
        if old.state == .licensed, new.state == .licensed {
            return renewal(from: old.licenseEnd, to: new.licenseEnd)
        }
        return nil
    }

    private static func isHeld(_ state: LicenseState) -> Bool {
        switch state {
        case .licensed, .trial: true
        case .limited, .freeTier, .expired, .invalid: false
        }
    }

    private static func isLost(_ state: LicenseState) -> Bool {
        switch state {
        case .expired, .limited, .invalid: true
        case .licensed, .trial, .freeTier: false
        }
    }

    private static func renewal(from old: LicenseEnd?, to new: LicenseEnd?) -> LicenseEvent? {
        switch (old, new) {
        case (.at(let before)?, .at(let after)?) where after > before:
            .renewed(from: .at(before), to: .at(after))
        case (.at(let before)?, .lifetime?): .renewed(from: .at(before), to: .lifetime)
        default: nil
        }
    }
}
