/// What a test did wrong with a ``ScriptedTransport``.
@nonexhaustive
public enum ScriptedTransportError: Error, Sendable, Hashable {
    /// A request came for which there was no reply; names method and path.
    case unscriptedRequest(String)
    /// A reply is to come after a while, but the transport has no clock to wait on.
    case noClock
    /// A held request was to be released, but none is held.
    case nothingHeld
}

extension ScriptedTransportError: CustomStringConvertible {
    /// A sentence that says what to do.
    public var description: String {
        switch self {
        case .unscriptedRequest(let request):
            "No reply was scripted for \(request). Enqueue one, or set what answers when the queue is empty."
        case .noClock: "A delayed reply needs a transport that was made with a clock."
        case .nothingHeld: "No request is held: it was not sent yet, or it was cancelled or released."
        }
    }
}
