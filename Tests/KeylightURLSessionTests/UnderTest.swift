import KeylightTransport
import KeylightURLSession

/// The HTTP stack that the shared tests are about.
enum UnderTest {
    static func makeTransport() throws -> any Transport { URLSessionTransport() }
}
