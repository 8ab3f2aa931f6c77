#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON document read by Foundation: the server writes with code of its own, so somebody else has to read.
enum Node: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Any number that is no integer of 64 bits.
    case fraction(Double)
    case string(String)
    case array([Node])
    case object([String: Node])

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Node.self, from: Data(bytes))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .fraction(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([Node].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: Node].self))
        }
    }

    /// A member; nil when there is none.
    subscript(_ name: String) -> Node? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var names: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    var elements: [Node] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}

extension Node: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
