extension StrictJSONParser {
    /// Reads an array, its opening bracket at the position.
    mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        try enter(depth: depth)
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if skip(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            skipWhiteSpace()
            if skip(UInt8(ascii: "]")) { return elements }
            guard skip(UInt8(ascii: ",")) else { throw unexpected }
        }
    }

    /// Reads an object, its opening brace at the position.
    ///
    /// Of two members with one name, one reader takes the first and another the last: such a text says two
    /// things at once and is refused.
    mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
        try enter(depth: depth)
        var members: [JSONObject.Member] = []
        var names: Set<[UInt8]> = []
        skipWhiteSpace()
        if skip(UInt8(ascii: "}")) { return JSONObject(members) }
        while true {
            skipWhiteSpace()
            guard next == UInt8(ascii: "\"") else { throw unexpected }
            let start = position
            let name = try string()
            guard names.insert(name).inserted else { throw JSONSyntaxError(.duplicateName, at: start) }
            skipWhiteSpace()
            guard skip(UInt8(ascii: ":")) else { throw unexpected }
            let value = try value(depth: depth + 1)
            members.append(JSONObject.Member(name: String(decoding: name, as: UTF8.self), value: value))
            skipWhiteSpace()
            if skip(UInt8(ascii: "}")) { return JSONObject(members) }
            guard skip(UInt8(ascii: ",")) else { throw unexpected }
        }
    }

    private mutating func enter(depth: Int) throws(JSONSyntaxError) {
        guard depth < Self.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: position) }
        position += 1
    }
}
