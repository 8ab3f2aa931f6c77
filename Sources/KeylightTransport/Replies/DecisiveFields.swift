import KeylightVerification

/// Reads the fields on which a verdict hangs, and keeps the names of those that cannot be trusted.
///
/// Absent and null are the same: not said. A wrong type is something else: whoever wrote it is not the
/// service as we know it.
struct DecisiveFields {
    /// The names of the fields of the wrong type, in the order in which they were read.
    private(set) var malformed: [String] = []
    private let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    /// `valid` or `activated`, whichever is there; both are malformed when they contradict each other.
    mutating func verdict() -> Bool? {
        let valid = bool("valid")
        let activated = bool("activated")
        if let valid, let activated, valid != activated {
            malformed += ["valid", "activated"]
            return nil
        }
        return valid ?? activated
    }

    /// A text that is not empty.
    mutating func text(_ name: String) -> String? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let text = value.stringValue else {
            malformed.append(name)
            return nil
        }
        return text.isEmpty ? nil : text
    }

    private mutating func bool(_ name: String) -> Bool? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let bool = value.boolValue else {
            malformed.append(name)
            return nil
        }
        return bool
    }
}
