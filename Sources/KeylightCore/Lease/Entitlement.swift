/// The name of something that a license allows, such as `pro`.
///
/// An open set: the vendor makes up the names. Declare yours once:
///
/// ```swift
/// extension Entitlement { static let pro: Entitlement = "pro" }
/// ```
public struct Entitlement: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The name as it stands in the lease.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes a name written in code.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension Entitlement: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
