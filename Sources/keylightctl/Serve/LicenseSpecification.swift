import Keylight
import KeylightServer

/// A license as it is written on the command line: `KEY[,entitlements=a+b][,seats=N][,expires=EPOCH][,…]`.
struct LicenseSpecification: Sendable, Hashable {
    var license: ServedLicense

    /// Reads a license.
    ///
    /// - Throws: ``UsageError`` without the flag's name, which says what is wrong and does not repeat the key.
    init(_ text: String) throws(UsageError) {
        var fields = text.split(separator: ",", omittingEmptySubsequences: false)[...]
        let key = String(fields.popFirst() ?? "")
        do throws(LicenseKeyError) {
            license = ServedLicense(key: try LicenseKey(parsing: key).rawValue)
        } catch {
            throw UsageError("the key: \(error)")
        }
        var seen: Set<Substring> = []
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard seen.insert(parts[0]).inserted else {
                throw UsageError("\(String(parts[0]).debugDescription) is given twice")
            }
            try take(parts[0], parts.count == 2 ? parts[1] : nil)
        }
    }

    private mutating func take(_ name: Substring, _ value: Substring?) throws(UsageError) {
        switch (name, value) {
        case ("revoked", nil): license.isRevoked = true
        case ("fallback", nil): license.hasFallback = true
        case ("revoked", _?), ("fallback", _?): throw UsageError("\(name) takes no value")
        case ("entitlements", let value?): license.entitlements = try Self.entitlements(value)
        case ("seats", let value?):
            guard let seats = Int(value), seats >= 0 else {
                throw UsageError("seats: \(String(value).debugDescription) is not a count")
            }
            license.seats = seats
        case ("expires", let value?):
            guard let end = Int64(value) else {
                throw UsageError(
                    "expires: \(String(value).debugDescription) is not a time in seconds since 1970"
                )
            }
            license.expiresAt = end
        case ("entitlements", nil), ("seats", nil), ("expires", nil):
            throw UsageError("\(name) needs a value: \(name)=…")
        default:
            throw UsageError(
                "\(String(name).debugDescription) is unknown; known are entitlements, seats, expires,"
                    + " revoked and fallback"
            )
        }
    }

    private static func entitlements(_ text: Substring) throws(UsageError) -> [String] {
        let names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        for name in names {
            guard !name.isEmpty else { throw UsageError("entitlements: one of them is empty") }
            guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "|" }) else {
                throw UsageError("entitlements: \(name.debugDescription) cannot be signed")
            }
        }
        return names
    }
}
