/// A JSON text as it was sent: nothing converted, nothing guessed.
///
/// Numbers keep the difference that signed data needs: `1` is an integer, while `1.0`, `1e3` and whatever
/// does not fit `Int64` stay text, so that no reader takes one for the other by accident.
package enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits `Int64`.
    case integer(Int64)
    /// Any other number, as its raw token.
    case number(text: String)
    /// A string, escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The member of that name; nil when there is none or this is no object. A member that is `null` is given.
    package subscript(name: String) -> JSONValue? { objectValue?[name] }

    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// The value of a boolean, else nil.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The value of an integer, else nil; `1.0` is none.
    package var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The value of a string, else nil.
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements of an array, else nil.
    package var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members of an object, else nil.
    package var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }
}
