/// A JSON document as the server reads and writes it.
///
/// Own and small, so that the module needs no Foundation and so that what counts as an integer is decided
/// here: `1.0`, `1e3` and a number outside Int64 are not, and they are never turned into one.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is not an integer of 64 bits, as it was written.
    case otherNumber(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    var objectValue: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var integerValue: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// An integer, or null for nil.
    init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    /// A string, or null for nil.
    init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    init(_ texts: [String]) {
        self = .array(texts.map { .string($0) })
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
