/// The members of a request's body, each read against the rule that the protocol sets for it.
///
/// Stricter than the service need be: what a client must not send is refused here with a text that names
/// the field, so that a slip is found on a developer's machine.
struct RequestFields {
    /// Why a body was refused, for people.
    struct Failure: Error, Equatable {
        var text: String
    }

    private let members: [String: JSONValue]

    init(_ body: [UInt8]) throws(Failure) {
        let value: JSONValue
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(body)
        } catch {
            throw Failure(text: "The body is not JSON: \(error.text).")
        }
        guard let members = value.objectValue else { throw Failure(text: "The body is not a JSON object.") }
        self.members = members
    }

    /// A field that has to be there.
    ///
    /// - Parameter limit: The longest value, in UTF-16 code units.
    func text(_ name: String, limit: Int) throws(Failure) -> String {
        guard let text = try optionalText(name, limit: limit) else {
            throw Failure(text: "“\(name)” is missing.")
        }
        guard !text.isEmpty else { throw Failure(text: "“\(name)” is empty.") }
        return text
    }

    /// A field that may be left out, but not be null.
    func optionalText(_ name: String, limit: Int) throws(Failure) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.stringValue else { throw Failure(text: "“\(name)” is not a string.") }
        guard text.utf16.count <= limit else { throw Failure(text: "“\(name)” is longer than \(limit).") }
        return text
    }

    /// A field that has one of a few values, or is left out.
    func optionalChoice(_ name: String, of choices: Set<String>) throws(Failure) -> String? {
        guard let text = try optionalText(name, limit: 64) else { return nil }
        guard choices.contains(text) else { throw Failure(text: "“\(name)” has an unknown value.") }
        return text
    }

    /// The hash of a device: 64 lowercase hexadecimal digits, or left out.
    func machineHash() throws(Failure) -> String? {
        guard let text = try optionalText("machine_hash", limit: 64) else { return nil }
        guard text.utf8.count == 64, text.utf8.allSatisfy(Self.isLowercaseHex) else {
            throw Failure(text: "“machine_hash” is not 64 lowercase hexadecimal digits.")
        }
        return text
    }

    /// A UUID of version 4 in lowercase, or left out.
    func optionalUUID(_ name: String) throws(Failure) -> String? {
        guard let text = try optionalText(name, limit: 36) else { return nil }
        guard Self.isUUID4(text) else {
            throw Failure(text: "“\(name)” is not a lowercase UUID of version 4.")
        }
        return text
    }

    /// A count that may be left out.
    func optionalCount(_ name: String) throws(Failure) -> Int64? {
        guard let value = members[name] else { return nil }
        guard let number = value.integerValue, (0...36_500).contains(number) else {
            throw Failure(text: "“\(name)” is not an integer in 0…36500.")
        }
        return number
    }

    /// The fields about app and machine that every call may carry. Nothing depends on their values.
    func checkTelemetry() throws(Failure) {
        _ = try optionalText("sdk", limit: 16)
        _ = try optionalText("sdk_version", limit: 64)
        _ = try optionalText("app_version", limit: 64)
        _ = try optionalText("platform", limit: 32)
        if let version = try optionalText("os_version", limit: 32), !Self.isDottedNumber(version) {
            throw Failure(text: "“os_version” is not numbers with dots between them.")
        }
        _ = try optionalChoice("arch", of: ["arm64", "x86_64"])
        _ = try optionalChoice("cpu_cores", of: ["1-2", "3-4", "5-8", "9-16", "17+"])
        _ = try optionalChoice("memory", of: ["<4GB", "4-8GB", "8-16GB", "16-32GB", "32-64GB", "64GB+"])
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isLowercaseHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"))
    }

    private static func isDottedNumber(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }

    private static func isUUID4(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy(isLowercaseHex) })
        else { return false }
        return groups[2].first == UInt8(ascii: "4")
            && "89ab".utf8.contains(where: { $0 == groups[3].first })
    }
}
