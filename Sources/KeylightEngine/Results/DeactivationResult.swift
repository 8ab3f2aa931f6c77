public import KeylightCore

/// What became of the seat when a license was given back.
@nonexhaustive
public enum DeactivationResult: Sendable {
    /// There was no license.
    case nothingToRelease
    /// The license is gone from this machine, and the server knows that the seat is free.
    case released
    /// The license is gone from this machine; the server will be told when it can be reached.
    case releasePending(KeylightError)
}
