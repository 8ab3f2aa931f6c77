import KeylightCurl
import KeylightTransport
import KeylightURLSession

/// What carries requests where the app has not chosen.
enum PlatformTransport {
    /// `URLSession`; on Linux libcurl itself, since Foundation's session there ends the process on a broken
    /// reply.
    static func make() -> any Transport {
        #if os(Linux)
            // Foundation stands on the same library, so there is nothing better to fall back to.
            if let transport = try? CurlTransport() { return transport }
        #endif
        return URLSessionTransport()
    }
}
