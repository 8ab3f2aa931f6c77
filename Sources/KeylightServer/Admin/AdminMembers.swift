/// The members of an admin request's body.
struct AdminMembers {
    private let members: [String: JSONValue]

    /// Reads a body.
    ///
    /// - Parameter names: Every member that the call knows. Any other is refused: a misspelled one would
    ///   otherwise look like a call that worked and did nothing.
    init(_ body: [UInt8], names: Set<String>) throws(AdminError) {
        let value: JSONValue
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(body)
        } catch {
            throw .badRequest("The body is not JSON: \(error.text).")
        }
        guard let members = value.objectValue else { throw .badRequest("The body is not a JSON object.") }
        if let unknown = members.keys.filter({ !names.contains($0) }).min() {
            throw .badRequest(
                "“\(unknown)” is unknown here; known are \(names.sorted().joined(separator: ", "))."
            )
        }
        self.members = members
    }

    /// Whether a member is there, null or not.
    func has(_ name: String) -> Bool {
        members[name] != nil
    }

    func text(_ name: String) throws(AdminError) -> String {
        guard let text = try optionalText(name) else { throw .badRequest("“\(name)” is missing.") }
        return text
    }

    func optionalText(_ name: String) throws(AdminError) -> String? {
        guard let value = present(name) else { return nil }
        guard let text = value.stringValue else { throw .badRequest("“\(name)” is not a string.") }
        return text
    }

    func integer(_ name: String) throws(AdminError) -> Int64 {
        guard let number = try optionalInteger(name) else { throw .badRequest("“\(name)” is missing.") }
        return number
    }

    func optionalInteger(_ name: String) throws(AdminError) -> Int64? {
        guard let value = present(name) else { return nil }
        guard let number = value.integerValue else { throw .badRequest("“\(name)” is not an integer.") }
        return number
    }

    func count(_ name: String) throws(AdminError) -> Int {
        Int(clamping: try integer(name))
    }

    func optionalCount(_ name: String) throws(AdminError) -> Int? {
        try optionalInteger(name).map { Int(clamping: $0) }
    }

    func optionalFlag(_ name: String) throws(AdminError) -> Bool? {
        guard let value = present(name) else { return nil }
        guard let flag = value.boolValue else { throw .badRequest("“\(name)” is not true or false.") }
        return flag
    }

    func optionalList(_ name: String) throws(AdminError) -> [String]? {
        guard let value = present(name) else { return nil }
        guard let elements = value.arrayValue else { throw .badRequest("“\(name)” is not an array.") }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw .badRequest("“\(name)” holds more than strings.") }
        return texts
    }

    func optionalTexts(_ name: String) throws(AdminError) -> [String: String]? {
        guard let value = present(name) else { return nil }
        guard let object = value.objectValue else { throw .badRequest("“\(name)” is not an object.") }
        let texts = object.compactMapValues(\.stringValue)
        guard texts.count == object.count else { throw .badRequest("“\(name)” holds more than strings.") }
        return texts
    }

    private func present(_ name: String) -> JSONValue? {
        members[name].flatMap { $0 == .null ? nil : $0 }
    }
}
