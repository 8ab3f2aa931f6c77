import KeylightVerification
import Testing

extension JSONValue? {
    /// The values of vectors; a missing or other value fails the test.
    func requiredText() throws -> String { try #require(flatMap(\.stringValue)) }
    func requiredNumber() throws -> Int64 { try #require(flatMap(\.integerValue)) }
    func requiredFlag() throws -> Bool {
        let flag: Bool? = flatMap(\.boolValue)
        return try #require(flag as Bool?)
    }
}
