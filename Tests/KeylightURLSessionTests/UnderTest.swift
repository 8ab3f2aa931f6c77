import KeylightTransport
import KeylightURLSession

/// The HTTP stack that the shared tests are about.
enum UnderTest {
    /// On Linux it sends even the requests to 127.0.0.1 to a proxy that the environment names.
    static let obeysProxiesForLoopback = true

    /// It keeps connections for the next request, as many as one host may have.
    static let keptConnections = 6

    /// What it tells besides the request and its own name.
    static let addedHeaders = [
        "accept: */*", "accept-encoding: identity", "accept-language: *", "connection: keep-alive",
    ]

    static func makeTransport() throws -> any Transport { URLSessionTransport() }
}
