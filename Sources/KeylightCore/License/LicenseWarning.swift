/// Something that a person should hear of while there is time left.
@nonexhaustive
public enum LicenseWarning: Sendable, Hashable {
    /// The last check failed for this cause, and without another the state changes at `until`.
    ///
    /// Shown when that is less than 48 hours away.
    case cannotVerify(FailureCause, until: Timestamp)
}
