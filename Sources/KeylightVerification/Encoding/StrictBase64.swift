/// Base64 (RFC 4648) that has exactly one reading.
///
/// Both alphabets are accepted, the standard one and the URL-safe one, padded or not, since servers and
/// configuration files use either. Refused is what lenient decoders pass over in silence: a mix of the
/// alphabets, white space, wrong padding and bits after the last byte that are not zero.
package enum StrictBase64 {
    /// The bytes; nil when the text is not Base64 in the sense above. The empty text is no bytes.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let digits = characters.dropLast(padding)
        guard padding == 0 || (padding <= 2 && characters.count % 4 == 0), digits.count % 4 != 1 else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var alphabets: Set<Alphabet> = []
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for character in digits {
            guard let (value, alphabet) = digit(character) else { return nil }
            if let alphabet { alphabets.insert(alphabet) }
            pending = pending << 6 | value
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
                pending &= (1 << pendingBits) - 1
            }
        }
        return pending == 0 && alphabets.count <= 1 ? bytes : nil
    }

    /// The bytes in the standard alphabet, padded.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let missing = 3 - group.count
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * missing)
            let quartet = [18, 12, 6, 0].map { (shift: UInt32) in
                character(UInt8(truncatingIfNeeded: bits >> shift & 0x3F))
            }
            text.append(contentsOf: quartet.dropLast(missing))
            text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: missing))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private enum Alphabet {
        case standard
        case urlSafe
    }

    /// The six bits of a digit, and its alphabet when only one of the two has it.
    private static func digit(_ character: UInt8) -> (value: UInt32, alphabet: Alphabet?)? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): (UInt32(character - UInt8(ascii: "A")), nil)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): (UInt32(character - UInt8(ascii: "a")) + 26, nil)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): (UInt32(character - UInt8(ascii: "0")) + 52, nil)
        case UInt8(ascii: "+"): (62, .standard)
        case UInt8(ascii: "/"): (63, .standard)
        case UInt8(ascii: "-"): (62, .urlSafe)
        case UInt8(ascii: "_"): (63, .urlSafe)
        default: nil
        }
    }

    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + (value - 26)
        case 52..<62: UInt8(ascii: "0") + (value - 52)
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
