public import KeylightCore
import KeylightCrypto

/// The name of this machine at the service: a hash that differs from product to product.
///
/// It lets the server recognise a machine that asks for a second trial, without telling which machine it is.
public enum MachineHash {
    /// Lowercase hexadecimal SHA-256 of `keylight-keyless-machine-v1|{tenant}|{product}|{stableID}`.
    ///
    /// - Parameters:
    ///   - tenant: the app's tenant.
    ///   - product: the app's product.
    ///   - stableID: the platform's id of the machine; white space around it is removed.
    /// - Returns: nil when there is no real id: missing, empty, `uninitialized` (systemd's word before the first
    ///   boot) or nothing but zeros. All such machines would be one to the server, so the field is left out.
    ///   Nil also when no hash can be made here.
    public static func hash(
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        stableID: String?
    ) -> String? {
        guard let identifier = stableID.flatMap(trimmed), isReal(identifier) else { return nil }
        let text = "keylight-keyless-machine-v1|\(tenant)|\(product)|\(identifier)"
        return try? SHA256Hash.hexDigest(of: Array(text.utf8))
    }

    /// Whether an id names a machine at all.
    package static func isUsable(_ stableID: String) -> Bool { trimmed(stableID).map(isReal) ?? false }

    private static func trimmed(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(scalars[first...last])
    }

    /// Dashes count for nothing, so that the zero UUID is seen as what it is.
    private static func isReal(_ identifier: String) -> Bool {
        identifier.lowercased() != "uninitialized"
            && !identifier.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
    }
}
