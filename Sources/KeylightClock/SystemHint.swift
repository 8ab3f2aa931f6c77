/// Something that the system said, after which deadlines are worth computing again.
///
/// A hint is never believed blindly: it makes the engine look at the clocks and at its plans, and at most
/// ask the server. An app may post its own.
@nonexhaustive
public enum SystemHint: Sendable, Hashable {
    /// The machine, or its screen, woke up.
    case woke
    /// The wall clock was set, or its time zone changed.
    case clockChanged
    /// A network path came up. It is a hint only: that there is none never keeps a request back.
    case networkChanged
    /// The app came to the foreground.
    case foreground
}
