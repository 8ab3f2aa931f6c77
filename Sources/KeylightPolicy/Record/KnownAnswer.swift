public import KeylightCore

/// The server's last answer about the license, as a record or a process knows it.
///
/// Each answer that counts, a confirmation or a denial, makes another value. So a change that waits to be written can
/// tell whether another process has been answered since it was made, without comparing dates: a denial is dated by this
/// machine's clock and a confirmation by the server's, and of the two the machine's may be days off.
public struct KnownAnswer: Sendable, Hashable {
    /// When the license was last confirmed; nil for never.
    public var lastValidated: Timestamp?
    /// The denial that holds; nil for none.
    public var denial: Denial?

    /// Makes the value for an answer.
    public init(lastValidated: Timestamp?, denial: Denial?) {
        self.lastValidated = lastValidated
        self.denial = denial
    }
}

extension LicenseRecord {
    /// The last answer that this record knows of.
    public var knownAnswer: KnownAnswer { KnownAnswer(lastValidated: lastValidated, denial: denial) }
}
