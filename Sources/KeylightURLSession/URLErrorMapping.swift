import KeylightTransport

/// Tells the SDK's few kinds of transport failure from the many codes of `URLError`.
///
/// It works on the numbers of the error's domain and code: those are the same on every platform, where the
/// constants are not all there.
enum URLErrorMapping {
    /// The domain of `URLError`.
    static let urlErrorDomain = "NSURLErrorDomain"

    /// The kind of an error; anything of another domain is ``TransportError/Kind/other``.
    static func kind(domain: String, code: Int) -> TransportError.Kind {
        guard domain == urlErrorDomain else { return .other }
        switch code {
        // Not connected to the internet, roaming is off, a call is active, data is not allowed.
        case -1009, -1018, -1019, -1020: return .notConnected
        // Cannot find the host, cannot connect to it, the name lookup failed; and App Transport Security,
        // which forbids the connection before it is made.
        case -1003, -1004, -1006, -1022: return .cannotConnect
        case -1001: return .timedOut
        // The connection was lost; or the server closed it without a word, which is a "bad response".
        case -1005, -1011: return .connectionLost
        // No secure connection; the certificate has a bad date, is untrusted, has an unknown root or is not
        // yet valid; the client's own certificate was refused or is asked for.
        case -1206 ... -1200: return .tlsFailed
        case -1103: return .oversizeReply
        default: return .other
        }
    }

    /// Whether a code is one of the CFNetwork errors in which a proxy fails.
    static func isProxyFailure(domain: String, code: Int) -> Bool {
        domain == "kCFErrorDomainCFNetwork" && (306...311).contains(code)
    }
}
