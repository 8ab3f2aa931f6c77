/// A tenant's or a product's name at the licensing service: one or more of `[a-z0-9_-]`.
public struct ServiceIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as it stands in a path.
    public let rawValue: String

    /// Takes an identifier; nil when it is empty or holds any other character.
    public init?(_ rawValue: String) {
        guard !rawValue.isEmpty, rawValue.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.rawValue = rawValue
    }

    /// The identifier itself; it is no secret.
    public var description: String { rawValue }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
