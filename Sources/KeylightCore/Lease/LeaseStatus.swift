/// What a lease says of the license: an open set, since a later server may say more.
///
/// A status that this SDK does not know neither licenses nor denies; a lease with it is never stored.
public struct LeaseStatus: RawRepresentable, Sendable, Hashable, Codable {
    /// The word in the lease.
    public let rawValue: String

    /// Takes the word in the lease, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The license is good.
    public static let active = LeaseStatus(rawValue: "active")
    /// The license has ended, and the product goes on with less.
    public static let fallback = LeaseStatus(rawValue: "fallback")
    /// The license has ended.
    public static let expired = LeaseStatus(rawValue: "expired")

    /// Whether this SDK knows the status.
    public var isKnown: Bool { self == .active || self == .fallback || self == .expired }
}
