public import KeylightCore

/// The exact bytes that the server signs.
///
/// Fields are joined with `|` and entitlements with `,`, and nothing is escaped. So a field that holds a
/// separator would allow two readings of one signed text; for such fields there is no payload at all.
/// Numbers are plain ASCII decimals under every locale.
public enum CanonicalPayload {
    static let separator = UInt8(ascii: "|")
    private static let listSeparator = UInt8(ascii: ",")

    /// `v3|{kid}|{licenseKeyHash}|{instanceId}|{issuedAt}|{expiresAt}|{status}|{entitlements}`.
    ///
    /// Entitlements are ordered by their UTF-8 bytes, not by Swift's `String` order, in which `é` has other
    /// neighbours. Nil when the payload would be ambiguous: a `|` in a field, a `|` or `,` in an entitlement,
    /// or an empty entitlement, since the list of one empty name reads like the empty list.
    public static func lease(_ lease: Lease) -> [UInt8]? {
        let names = lease.entitlements.map { Array($0.rawValue.utf8) }
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains(separator) && !$0.contains(listSeparator) })
        else { return nil }
        let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
        return join(
            [
                "v3", lease.kid, lease.licenseKeyHash, lease.instanceID.rawValue,
                String(lease.issuedAt.secondsSince1970), String(lease.expiresAt.secondsSince1970),
                lease.status.rawValue,
            ],
            last: Array(sorted.joined(separator: [listSeparator]))
        )
    }

    /// `cfg1|{kid}|{tenant}|{product}|{issuedAt}|{expiresAt}|{trialDurationDays}|{true|false}`.
    ///
    /// Tenant and product come from the app's own configuration, so that signed settings of another product
    /// do not verify. Nil when the key id holds a `|`.
    public static func settings(
        kid: String,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        issuedAt: Timestamp,
        expiresAt: Timestamp,
        trialDurationDays: Int64,
        freeTierEnabled: Bool
    ) -> [UInt8]? {
        join(
            [
                "cfg1", kid, tenant.rawValue, product.rawValue,
                String(issuedAt.secondsSince1970), String(expiresAt.secondsSince1970),
                String(trialDurationDays),
            ],
            last: Array((freeTierEnabled ? "true" : "false").utf8)
        )
    }

    private static func join(_ fields: [String], last: [UInt8]) -> [UInt8]? {
        var payload: [UInt8] = []
        for field in fields {
            guard !field.utf8.contains(separator) else { return nil }
            payload.append(contentsOf: field.utf8)
            payload.append(separator)
        }
        return payload + last
    }
}
