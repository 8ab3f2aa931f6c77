extension StrictJSONParser {
    /// Reads a number, its sign or first digit at the position.
    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            if isAtDigit { throw JSONSyntaxError(.invalidNumber, at: start) }
        } else {
            try digits(start: start)
        }
        if skip(UInt8(ascii: ".")) { try digits(start: start) }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits(start: start)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // `Int64` reads neither a fraction nor an exponent, so `1.0` and `1e3` are no integers.
        return Int64(text).map { .integer($0) } ?? .number(text: text)
    }

    private var isAtDigit: Bool {
        next.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Steps over one digit or more.
    private mutating func digits(start: Int) throws(JSONSyntaxError) {
        guard next != nil else { throw unexpected }
        guard isAtDigit else { throw JSONSyntaxError(.invalidNumber, at: start) }
        while isAtDigit { position += 1 }
    }
}
