/// One header field.
public struct HTTPHeader: Sendable, Hashable {
    /// The field's name; compared in any case.
    public var name: String
    /// The field's value.
    public var value: String

    /// Makes a header field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The value of the first field with this name, in any case; nil when there is none.
    public func value(of name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}
