extension StrictJSONParser {
    /// Reads a string, its opening quote at the position; gives its bytes, which are UTF-8.
    mutating func string() throws(JSONSyntaxError) -> [UInt8] {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                // Decoding repairs what is not UTF-8, and the repaired text differs from its source.
                guard String(decoding: content, as: UTF8.self).utf8.elementsEqual(content) else {
                    throw JSONSyntaxError(.invalidUTF8, at: start)
                }
                return content
            case UInt8(ascii: "\\"):
                position += 1
                content.append(contentsOf: try escape())
            case 0..<0x20:
                throw JSONSyntaxError(.controlCharacter, at: position)
            default:
                position += 1
                content.append(byte)
            }
        }
        throw unexpected
    }

    /// Reads what follows a backslash; gives the UTF-8 of the character that is meant.
    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        let start = position - 1
        guard let byte = next else { throw unexpected }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicodeEscape(start: start)
        default: throw JSONSyntaxError(.invalidEscape, at: start)
        }
    }

    private mutating func unicodeEscape(start: Int) throws(JSONSyntaxError) -> [UInt8] {
        var code = try codeUnit(start: start)
        if (0xD800...0xDBFF).contains(code) {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
                throw JSONSyntaxError(.loneSurrogate, at: start)
            }
            let low = try codeUnit(start: start)
            guard (0xDC00...0xDFFF).contains(low) else { throw JSONSyntaxError(.loneSurrogate, at: start) }
            code = 0x10000 + ((code & 0x3FF) << 10 | low & 0x3FF)
        }
        // Only a low surrogate that stands first is still no scalar here.
        guard let scalar = Unicode.Scalar(code) else { throw JSONSyntaxError(.loneSurrogate, at: start) }
        return Array(String(Character(scalar)).utf8)
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit(start: Int) throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw unexpected }
            guard let digit = Self.hexadecimalValue(of: byte) else {
                throw JSONSyntaxError(.invalidEscape, at: start)
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
