import KeylightCore
import Testing

@Suite("ServiceIdentifier")
struct ServiceIdentifierTests {
    @Test(
        "lowercase letters, digits, _ and - are allowed",
        arguments: ["a", "testco", "get_barry-2", "_", "-", "0"]
    )
    func good(text: String) {
        #expect(ServiceIdentifier(text)?.rawValue == text)
        #expect(ServiceIdentifier(text).map { "\($0)" } == text)
    }

    @Test(
        "anything else is refused, never trapped on",
        arguments: [
            "", "Testco", "test co", "test/co", "..", "test.co", "test|co", "tést", "test\n", "test%2F", "？",
            "\u{0}",
        ]
    )
    func bad(text: String) {
        #expect(ServiceIdentifier(text) == nil)
    }
}
