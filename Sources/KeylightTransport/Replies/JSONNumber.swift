/// Reads the whole part of a JSON number from its text.
///
/// By way of `Double` 1774915200.99999999 would become the next second.
enum JSONNumber {
    /// The number without its fraction; nil when that does not fit `Int64` or the text is no JSON number.
    static func wholePart(of text: String) -> Int64? {
        var mantissa = text[...]
        var exponent: Int64 = 0
        if let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            mantissa = text[..<mark]
            guard let value = smallInteger(text[text.index(after: mark)...]) else { return nil }
            exponent = value
        }
        let isNegative = mantissa.hasPrefix("-")
        if isNegative { mantissa = mantissa.dropFirst() }
        let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = Array(parts[0].utf8)
        let fraction = parts.count == 2 ? Array(parts[1].utf8) : []
        let digits = whole + fraction
        guard !whole.isEmpty, parts.count == 1 || !fraction.isEmpty, digits.allSatisfy(ASCIIScanner.isDigit)
        else { return nil }
        guard digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return 0 }

        // Where the point stands once the exponent has moved it.
        let point = Int64(whole.count) + exponent
        guard point > 0 else { return 0 }
        // A digit that is not 0 is among them, so that this overflows long before an absurd exponent is reached.
        var value: Int64 = 0
        var index: Int64 = 0
        while index < point {
            let digit = index < digits.count ? Int64(digits[Int(index)] - UInt8(ascii: "0")) : 0
            let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.subtractingReportingOverflow(digit)
            guard !productOverflows, !sumOverflows else { return nil }
            value = sum
            index += 1
        }
        // Kept negative so far, since `Int64` has one more number on that side.
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    /// An exponent; one that is absurd is cut to where the result is the same.
    private static func smallInteger(_ text: Substring) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy(ASCIIScanner.isDigit) else { return nil }
        let value = min(Int64(digits) ?? .max, 1_000_000)
        return isNegative ? -value : value
    }
}
