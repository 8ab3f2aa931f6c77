import KeylightCore

/// One set of entitlements, made to be asked.
final class EntitlementTable: Sendable {
    private struct Name: Sendable {
        let entitlement: Entitlement
        let byteCount: Int
    }

    /// Up to so many names, comparing each is faster than hashing one. Most licenses have fewer.
    private static let longestList = 8

    let entitlements: Set<Entitlement>
    /// The names for which the short way is good: few, and all of ASCII. Nil when they are not.
    private let names: [Name]?

    init(_ entitlements: Set<Entitlement>) {
        self.entitlements = entitlements
        let isPlain = entitlements.count <= Self.longestList && entitlements.allSatisfy { Self.isASCII($0) }
        names = isPlain ? entitlements.map { Name(entitlement: $0, byteCount: $0.rawValue.utf8.count) } : nil
    }

    func contains(_ entitlement: Entitlement) -> Bool {
        guard let names else { return entitlements.contains(entitlement) }
        let byteCount = entitlement.rawValue.utf8.count
        for name in names where name.byteCount == byteCount && name.entitlement == entitlement { return true }
        // Among ASCII texts, those of different sizes are different. Beyond, Unicode takes some characters for one
        // another, as the Kelvin sign for a K.
        return Self.isASCII(entitlement) ? false : entitlements.contains(entitlement)
    }

    private static func isASCII(_ entitlement: Entitlement) -> Bool {
        entitlement.rawValue.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 }
        } ?? false
    }
}
