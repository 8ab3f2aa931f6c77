/// Reads a short text of fixed form from the left, byte by byte; every step says whether it fitted.
struct ASCIIScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Skips this text; false when something else stands here.
    mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Skips one of these bytes.
    mutating func skip(anyOf bytes: String) -> UInt8? {
        guard let first = rest.first, bytes.utf8.contains(first) else { return nil }
        rest = rest.dropFirst()
        return first
    }

    /// Reads exactly so many digits; at most 9, so that the number always fits.
    mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(min(count, 9))
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Skips one digit or more; false when there is none.
    mutating func skipDigits() -> Bool {
        let digits = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }

    /// Reads one of these words and gives its place in the list.
    mutating func word(of words: [String]) -> Int? {
        for (index, word) in words.enumerated() where skip(word) { return index }
        return nil
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
