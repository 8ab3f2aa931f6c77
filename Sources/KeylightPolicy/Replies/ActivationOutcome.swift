public import KeylightCore

/// What a reply to an activation means.
public enum ActivationOutcome: Sendable, Hashable {
    /// The key was accepted, and this is the lease to store with it.
    case activated(Activation, lease: Lease)
    /// The key was not accepted, or the reply told nothing.
    case failed(KeylightError.Kind)
    /// The server says that it took a seat, but what came with it cannot be used; the seat is to be released.
    case unusable(FailureCause, seat: InstanceID?)
}
