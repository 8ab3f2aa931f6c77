import KeylightCurl
import KeylightTransport

/// The HTTP stack that the shared tests are about.
enum UnderTest {
    static let obeysProxiesForLoopback = false

    static func makeTransport() throws -> any Transport { try CurlTransport() }
}
