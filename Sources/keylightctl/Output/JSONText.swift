/// A JSON value that is to be printed; members keep the order in which they were written.
enum JSONText: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([JSONText])
    case object([Member])

    /// A named value.
    struct Member: Sendable, Hashable {
        var name: String
        var value: JSONText

        init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// A string, or null for nil.
    init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// An integer, or null for nil.
    init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.line }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // Line separators are legal in JSON and end a line in some readers; DEL confuses terminals.
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{2028}" || scalar == "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension JSONText: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONText)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
