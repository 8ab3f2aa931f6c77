public import KeylightCore
public import KeylightPolicy

/// What became of a check.
///
/// Confirmed, denied and unknown are three different things: nothing here turns "the server could not be
/// asked" into "the license is not valid".
@nonexhaustive
public enum RefreshResult: Sendable {
    /// The server was not asked, since there was no need or no permission.
    case skipped(RefreshSkipReason)
    /// The server confirmed the license (which may have ended: the snapshot tells).
    case confirmed
    /// The server said no.
    case denied(Denial)
    /// Nothing was learnt, and nothing changed.
    case unknown(KeylightError)
    /// The license was deactivated or replaced while the server was asked, so its answer was dropped.
    case superseded
}
