import KeylightCurl
package import KeylightLogging
package import KeylightTransport
import KeylightURLSession

/// What carries requests where the app has not chosen.
package enum PlatformTransport {
    /// `URLSession`; on Linux libcurl itself, since Foundation's session there ends the process on a broken
    /// reply.
    ///
    /// - Parameter logger: is told when libcurl is not there or too old, and why.
    package static func make(logger: LicenseLogger) -> any Transport {
        #if os(Linux)
            return make(logger: logger) { () throws(TransportError) in try CurlTransport() }
        #else
            return URLSessionTransport()
        #endif
    }

    /// The transport that `makeFirst` makes, or else `URLSession`.
    ///
    /// A broken reply is rare; without any transport, every user on such a system would be locked out as soon as
    /// his lease ends.
    static func make(
        logger: LicenseLogger,
        _ makeFirst: () throws(TransportError) -> any Transport
    ) -> any Transport {
        do {
            return try makeFirst()
        } catch {
            logger.withCategory("transport").error(
                "requests go over URLSession, where a broken reply can end the process: \(error.message)"
            )
            return URLSessionTransport()
        }
    }
}
