/// Writes a flat JSON object, field by field, in the order in which it is told.
///
/// The same request has the same bytes on every platform and in every version of Foundation: no sorting, no
/// optional escapes, no white space. An absent optional is left out, since the service takes `null` for a
/// wrong type.
struct RequestBody {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// The whole object.
    var finished: [UInt8] { bytes + [UInt8(ascii: "}")] }

    mutating func add(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        addName(name)
        addString(text)
    }

    mutating func add(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        addName(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A negative length is no length; the service would refuse the whole request for it.
    mutating func addTrialDuration(_ days: Int64?) {
        guard let days, days >= 0 else { return }
        add("sdk_trial_duration_days", days)
    }

    private mutating func addName(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        addString(name.description)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Escapes what RFC 8259 demands and nothing else; everything beyond ASCII stays UTF-8.
    private mutating func addString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0a: bytes.append(contentsOf: "\\n".utf8)
            case 0x0c: bytes.append(contentsOf: "\\f".utf8)
            case 0x0d: bytes.append(contentsOf: "\\r".utf8)
            case 0x00..<0x20:
                bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
