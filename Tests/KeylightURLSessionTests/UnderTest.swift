import KeylightTransport
import KeylightURLSession

/// The HTTP stack that the shared tests are about.
enum UnderTest {
    /// On Linux it sends even the requests to 127.0.0.1 to a proxy that the environment names.
    static let obeysProxiesForLoopback = true

    static func makeTransport() throws -> any Transport { URLSessionTransport() }
}
