import KeylightCurl
import KeylightTransport

/// The HTTP stack that the shared tests are about.
enum UnderTest {
    static let obeysProxiesForLoopback = false

    /// Each request has a connection of its own.
    static let keptConnections = 0

    /// What it tells besides the request and its own name.
    static let addedHeaders: [String] = []

    static func makeTransport() throws -> any Transport { try CurlTransport() }
}
