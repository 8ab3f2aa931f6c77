#if os(Linux)
    import CLibcurl
    import KeylightCore
    public import KeylightTransport

    /// The system's libcurl, used directly: the default on Linux.
    ///
    /// Foundation's `URLSession` on Linux stands on the same library, but ends the process when a server closes
    /// the connection inside the head of a reply, which a broken proxy can do to any app. Here every reply,
    /// however broken, is a reply or an error.
    ///
    /// It keeps nothing (no cookies, no cache, no credentials), follows no redirect, and stops reading at the
    /// request's limit. A waiting caller is resumed exactly once, and at once when it is cancelled. Each request
    /// has a thread and a connection of its own; a license is asked about a few times a day.
    ///
    /// The environment's `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` hold, but not for a server on
    /// this machine. Certificates are checked against the system's own.
    ///
    /// ```swift
    /// let transport = try CurlTransport()
    /// let response = try await transport.send(request)
    /// ```
    public struct CurlTransport: Transport {
        static let library = "libcurl.so.4"

        private let settings: CurlSettings

        /// Makes a transport.
        ///
        /// - Parameter timeout: curl's own time limit in seconds, a second line of defence behind the SDK's
        ///   15 s.
        /// - Throws: ``KeylightTransport/TransportError`` of kind `other` when libcurl cannot be loaded; its text says what to
        ///   install.
        public init(timeout: Int = 60) throws(TransportError) {
            try self.init(timeout: timeout, library: Self.library)
        }

        /// - Parameter certificateAuthorities: a file of the authorities that are believed; nil for the system's.
        init(timeout: Int, library: String, certificateAuthorities: String? = nil) throws(TransportError) {
            if let error = keylight_curl_load(library) {
                throw TransportError(
                    .other,
                    message: "libcurl could not be loaded (\(String(cString: error))); "
                        + "install libcurl4 (Debian, Ubuntu) or libcurl (Fedora)"
                )
            }
            settings = CurlSettings(
                timeoutMilliseconds: min(max(1, timeout), 86_400) * 1_000,
                certificateAuthorities: certificateAuthorities
            )
        }

        /// Sends the request and returns the complete reply.
        ///
        /// - Throws: ``KeylightTransport/TransportError``, or `CancellationError` when the task was cancelled first.
        public func send(_ request: TransportRequest) async throws -> TransportResponse {
            guard let exchange = CurlExchange(request, settings: settings) else {
                throw TransportError(.other, message: "no memory for a request")
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { exchange.start($0) }
            } onCancel: {
                exchange.cancel()
            }
        }
    }
#endif
