/// Reads JSON in the one form in which records are written, and gives up on every other.
///
/// `JSONDecoder` takes about as long for a record as a third of the signature's verification, and an app waits for
/// it at each launch. What our own encoder writes is much simpler than JSON: no white space, names in order,
/// integers, no null. What is not of that form, or not of ASCII, is no error but left to `JSONDecoder`.
struct PlainJSONReader {
    /// The text has another form than the one that is read here.
    struct NotPlain: Error {}

    private let bytes: [UInt8]
    private var position = 0

    /// Reads a text as a whole.
    ///
    /// - Returns: nil when it is not in the plain form; then nothing is known of it.
    static func read<Value>(
        _ bytes: [UInt8],
        _ body: (inout PlainJSONReader) throws(NotPlain) -> Value
    ) -> Value? {
        var reader = PlainJSONReader(bytes: bytes)
        do throws(NotPlain) {
            let value = try body(&reader)
            return reader.position == bytes.count ? value : nil
        } catch {
            return nil
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an object; `member` is given each name, and reads the value.
    mutating func object(
        _ member: (String, inout PlainJSONReader) throws(NotPlain) -> Void
    ) throws(NotPlain) {
        var last = ""
        try list("{", "}") { (reader) throws(NotPlain) in
            let name = try reader.string()
            // In order, and so none of them twice.
            guard last < name else { throw NotPlain() }
            last = name
            try reader.expect(":")
            try member(name, &reader)
        }
    }

    /// Reads an array; `element` reads one of its elements.
    mutating func array<Element>(
        _ element: (inout PlainJSONReader) throws(NotPlain) -> Element
    ) throws(NotPlain) -> [Element] {
        var elements: [Element] = []
        try list("[", "]") { (reader) throws(NotPlain) in elements.append(try element(&reader)) }
        return elements
    }

    /// Reads a string of printable ASCII without escapes.
    mutating func string() throws(NotPlain) -> String {
        try expect("\"")
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard (0x20..<0x7F).contains(bytes[position]), bytes[position] != UInt8(ascii: "\\") else {
                throw NotPlain()
            }
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        try expect("\"")
        return text
    }

    /// Reads an integer.
    mutating func integer<Value: FixedWidthInteger>() throws(NotPlain) -> Value {
        let isNegative = skip("-")
        let start = position
        var value: Value = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            // Downward for a negative one, since the smallest has no positive counterpart.
            let (next, overflow2) =
                isNegative
                ? tens.subtractingReportingOverflow(Value(digit)) : tens.addingReportingOverflow(Value(digit))
            guard !overflow, !overflow2 else { throw NotPlain() }
            value = next
            position += 1
        }
        let hasLeadingZero = position > start + 1 && bytes[start] == UInt8(ascii: "0")
        guard position > start, !hasLeadingZero else { throw NotPlain() }
        return value
    }

    /// Reads `true` or `false`.
    mutating func bool() throws(NotPlain) -> Bool {
        let value = position < bytes.count && bytes[position] == UInt8(ascii: "t")
        for byte in (value ? "true" : "false").utf8 {
            guard position < bytes.count, bytes[position] == byte else { throw NotPlain() }
            position += 1
        }
        return value
    }

    private mutating func list(
        _ opening: Unicode.Scalar,
        _ closing: Unicode.Scalar,
        _ element: (inout PlainJSONReader) throws(NotPlain) -> Void
    ) throws(NotPlain) {
        try expect(opening)
        if skip(closing) { return }
        repeat { try element(&self) } while skip(",")
        try expect(closing)
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(NotPlain) {
        guard skip(character) else { throw NotPlain() }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}
