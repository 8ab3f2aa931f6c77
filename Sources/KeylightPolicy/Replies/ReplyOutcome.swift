public import KeylightCore

/// What a reply to a validation means: three different things that no boolean can mix up.
public enum ReplyOutcome: Sendable, Hashable {
    /// The server confirmed what it says; a lease, when there is one, is to be stored by its status.
    case confirmed(lease: Lease?)
    /// The server said no; the text is for people.
    case denied(text: String?)
    /// Nothing was learnt. State, store and entitlements stay as they are.
    case unknown(FailureCause)
}
