/// The header fields of one message in the order they came, looked up without regard to case.
struct HTTPHeaderFields: Sendable, Equatable {
    private(set) var fields: [Field] = []

    /// One line of a head.
    struct Field: Sendable, Equatable {
        var name: String
        var value: String
    }

    /// The value of a field; repeated lines are joined with `, `; nil when there is none.
    subscript(_ name: String) -> String? {
        let found = all(name)
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    /// The values of a field, one for each line.
    func all(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The comma-separated members of a list field such as `Connection`, in lowercase.
    func tokens(_ name: String) -> [String] {
        all(name).flatMap { $0.split(separator: ",") }.map { trimmingBlanks($0).lowercased() }
    }

    mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces every line of that name by one.
    mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    mutating func remove(_ name: String) {
        let wanted = name.lowercased()
        fields.removeAll { $0.name.lowercased() == wanted }
    }

    private func trimmingBlanks(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
