/// A strict reader of RFC 8259: one value, UTF-8, no name twice, a bounded depth.
struct JSONParser {
    /// What was wrong, for people.
    struct Failure: Error, Equatable {
        var text: String
    }

    /// Deeper documents are refused: the reader calls itself once a level, and a stack is finite.
    static let depthLimit = 32

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        // Decoding repairs what is not UTF-8, so bytes that come back unchanged were UTF-8.
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
            throw Failure(text: "not UTF-8")
        }
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw Failure(text: "text after the value") }
        return value
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw Failure(text: "unknown word") }
        position += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        guard depth <= Self.depthLimit else { throw Failure(text: "nested too deeply") }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw Failure(text: "a member without a name") }
            let name = try string()
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw Failure(text: "a member without a value") }
            let value = try value(depth: depth)
            guard members.updateValue(value, forKey: name) == nil else { throw Failure(text: "a name twice") }
            skipSpace()
            if skip(UInt8(ascii: "}")) { return .object(members) }
            guard skip(UInt8(ascii: ",")) else { throw Failure(text: "an object without an end") }
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        guard depth <= Self.depthLimit else { throw Failure(text: "nested too deeply") }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            guard skip(UInt8(ascii: ",")) else { throw Failure(text: "an array without an end") }
        }
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        let startsWithZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count > 0, !startsWithZero || count == 1 else { throw Failure(text: "not a JSON value") }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            guard digits() > 0 else { throw Failure(text: "a malformed number") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw Failure(text: "a malformed number") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard isInteger, let number = Int64(text) else { return .otherNumber(text) }
        return .integer(number)
    }

    private mutating func string() throws(Failure) -> String {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0..<0x20: throw Failure(text: "a control character in a string")
            default: content.append(byte)
            }
        }
        throw Failure(text: "a string without an end")
    }

    private mutating func escape(into content: inout [UInt8]) throws(Failure) {
        guard let byte = next else { throw Failure(text: "a string without an end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw Failure(text: "an unknown escape")
        }
    }

    private mutating func escapedScalar() throws(Failure) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // Half of a pair: the other half must follow.
        guard unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            throw Failure(text: "half of a surrogate pair")
        }
        let low = try codeUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw Failure(text: "half of a surrogate pair") }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = HTTPSyntax.hexDigit(byte) else {
                throw Failure(text: "a malformed escape")
            }
            position += 1
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
