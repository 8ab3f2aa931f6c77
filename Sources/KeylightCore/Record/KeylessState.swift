/// What an install without a license reports itself as: an open set, since a record may be of a later version.
public struct KeylessState: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Takes the word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A trial is running.
    public static let trial = KeylessState(rawValue: "trial")
    /// The product is used with less, for nothing.
    public static let freeTier = KeylessState(rawValue: "free_tier")
    /// Nothing is held: the trial is over, or there never was one.
    public static let expired = KeylessState(rawValue: "expired")
}
