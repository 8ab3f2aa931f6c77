import KeylightTransport

/// Tells the SDK's few kinds of transport failure from what the session's errors say.
///
/// It works on numbers and texts and not on the platform's constants: those are not all there everywhere.
enum URLErrorMapping {
    /// The domain of `URLError`.
    static let urlErrorDomain = "NSURLErrorDomain"

    /// The kind of an error; anything of another domain is ``TransportError/Kind/other``.
    ///
    /// - Parameter text: the error's own text. On Linux the code is "unknown" for most failures, and only
    ///   libcurl's text tells them apart.
    static func kind(domain: String, code: Int, text: String = "") -> TransportError.Kind {
        if isProxyFailure(domain: domain, code: code, text: text) { return .cannotConnect }
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
        case -1: return unknownKind(text)
        default: return .other
        }
    }

    /// Whether a proxy is what failed; the request then did not get through to the server.
    static func isProxyFailure(domain: String, code: Int, text: String) -> Bool {
        switch (domain, code) {
        // CFNetwork: connection to an HTTP or HTTPS proxy, its credentials, its configuration script.
        case ("kCFErrorDomainCFNetwork", 306...311): true
        // SOCKS in capitals: a name of a host is never written so.
        case (urlErrorDomain, _): proxyTexts.contains { text.hasPrefix($0) } || text.utf8.containsSOCKS
        default: false
        }
    }

    // MARK: - libcurl's texts

    private static let proxyTexts = [
        "Could not resolve proxy", "CONNECT tunnel failed", "Received HTTP code", "Proxy CONNECT aborted",
        // Of a SOCKS proxy.
        "No authentication method was acceptable", "connection to proxy closed",
    ]

    /// How texts begin with which a handshake ends: nothing of the request was sent.
    private static let handshakeTexts = [
        "SSL certificate problem", "SSL: no alternative certificate", "SSL: certificate subject",
        "SSL: unable to obtain common name", "SSL connect error", "TLS connect error",
        "OpenSSL SSL_connect", "OpenSSL/", "error setting certificate",
    ]

    /// How texts begin when the connection broke in the middle.
    private static let brokenTexts = [
        "transfer closed with", "OpenSSL SSL_read", "OpenSSL SSL_write", "Recv failure", "Send failure",
    ]

    private static func unknownKind(_ text: String) -> TransportError.Kind {
        if handshakeTexts.contains(where: { text.hasPrefix($0) }) { return .tlsFailed }
        if brokenTexts.contains(where: { text.hasPrefix($0) }) { return .connectionLost }
        return .other
    }
}

extension String.UTF8View {
    /// Whether the word is there; the standard library alone finds no texts within texts.
    fileprivate var containsSOCKS: Bool {
        let word = Array("SOCKS".utf8)
        return indices.contains { self[$0...].starts(with: word) }
    }
}
