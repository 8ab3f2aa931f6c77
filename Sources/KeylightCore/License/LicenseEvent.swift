/// A change in the life of a license that an app may want to tell its user.
///
/// None is sent for the first verdict of a manager, and none for the user's own deactivation.
@nonexhaustive
public enum LicenseEvent: Sendable, Hashable {
    /// From `licensed` or `trial` to `expired`, `limited` or `invalid`.
    case expired(from: LicenseState, to: LicenseState)
    /// The way back.
    case restored(from: LicenseState, to: LicenseState)
    /// Still `licensed`, and the license's end moved later or became lifetime.
    case renewed(from: LicenseEnd, to: LicenseEnd)
}
