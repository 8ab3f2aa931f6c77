/// Reads JSON (RFC 8259) and refuses whatever could be read in two ways.
///
/// Beyond the grammar it refuses a byte-order mark, two members of one name, lone surrogates, invalid UTF-8,
/// and nesting deeper than ``maximumDepth``. Time and memory grow with the length of the text and nothing else.
///
/// ```swift
/// let reply = try StrictJSONParser.parse(Array(#"{"valid":true}"#.utf8))
/// reply["valid"]   // .bool(true)
/// ```
package struct StrictJSONParser {
    /// Levels of arrays and objects that are accepted; replies of the service have three.
    ///
    /// The parser calls itself once a level, so this is also what keeps hostile nesting off the stack.
    package static let maximumDepth = 32

    let bytes: [UInt8]
    var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads one value that fills the whole text but for white space around it.
    package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = StrictJSONParser(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
        let value = try parser.value(depth: 0)
        parser.skipWhiteSpace()
        guard parser.position == bytes.count else {
            throw JSONSyntaxError(.trailingBytes, at: parser.position)
        }
        return value
    }

    /// The byte at the position; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The error for what stands at the position, where something else was needed.
    var unexpected: JSONSyntaxError {
        JSONSyntaxError(next == nil ? .unexpectedEnd : .unexpectedByte, at: position)
    }

    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Steps over the byte when it is the next one, and says whether it was.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Reads the value after any white space; `depth` counts the arrays and objects around it.
    mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        skipWhiteSpace()
        guard let byte = next else { throw unexpected }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(String(decoding: try string(), as: UTF8.self))
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw unexpected
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        for byte in word.utf8 {
            guard skip(byte) else { throw unexpected }
        }
        return value
    }
}
