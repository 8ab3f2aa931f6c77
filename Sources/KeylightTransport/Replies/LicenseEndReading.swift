import KeylightCore
import KeylightVerification

/// Reads `license_expires_at`, which is not signed, decides nothing and is read leniently.
enum LicenseEndReading {
    /// Seconds since 1970 that are believed; the largest is in the year 5138, and milliseconds are beyond.
    static let seconds: ClosedRange<Int64> = 1...99_999_999_999

    /// Absent and null are a lifetime. A number is cut to its second, a text is a date of RFC 3339. Nil for
    /// anything else, `0`, `""` and values outside ``seconds`` included: then what is known stays.
    static func licenseEnd(_ value: JSONValue?) -> LicenseEnd? {
        guard let value, !value.isNull else { return .lifetime }
        let read: Int64? =
            switch value {
            case .integer(let number): number
            case .number(let text): JSONNumber.wholePart(of: text)
            case .string(let text): RFC3339.parse(text)?.secondsSince1970
            case .null, .bool, .array, .object: nil
            }
        return read.flatMap { seconds.contains($0) ? .at(Timestamp($0)) : nil }
    }
}
