/// Reads required fields of an object without any conversion.
struct StrictFields {
    /// A field that cannot be used.
    struct Failure: Error, Equatable {
        var field: String
        var problem: FieldProblem
    }

    let object: JSONObject

    /// The field; nil when it is absent or null.
    func value(_ field: String) -> JSONValue? {
        object[field].flatMap { $0.isNull ? nil : $0 }
    }

    func string(_ field: String) throws(Failure) -> String {
        guard let text = try required(field).stringValue else {
            throw Failure(field: field, problem: .wrongType(expected: "a string"))
        }
        guard !text.isEmpty else { throw Failure(field: field, problem: .invalid("is empty")) }
        return text
    }

    func integer(_ field: String) throws(Failure) -> Int64 {
        guard let number = try required(field).integerValue else {
            throw Failure(field: field, problem: .wrongType(expected: "an integer"))
        }
        return number
    }

    func bool(_ field: String) throws(Failure) -> Bool {
        guard let flag = try required(field).boolValue else {
            throw Failure(field: field, problem: .wrongType(expected: "a boolean"))
        }
        return flag
    }

    /// An Ed25519 signature: 64 bytes in Base64.
    func signature(_ field: String) throws(Failure) -> [UInt8] {
        guard let bytes = StrictBase64.decode(try string(field)) else {
            throw Failure(field: field, problem: .invalid("is not Base64"))
        }
        guard bytes.count == 64 else {
            throw Failure(field: field, problem: .invalid("has \(bytes.count) bytes instead of 64"))
        }
        return bytes
    }

    private func required(_ field: String) throws(Failure) -> JSONValue {
        guard let value = value(field) else { throw Failure(field: field, problem: .missing) }
        return value
    }
}
