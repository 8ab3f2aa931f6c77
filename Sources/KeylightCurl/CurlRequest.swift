#if os(Linux)
    import CLibcurl
    import KeylightTransport

    /// A request in the form that the C side reads.
    struct CurlRequest {
        let request: TransportRequest
        let settings: CurlSettings

        init(_ request: TransportRequest, settings: CurlSettings) {
            self.request = request
            self.settings = settings
        }

        /// `Name: value` each. A name of curl's own that the SDK does not send is given without a value, which
        /// keeps curl from adding it; `Expect` would cost a round trip.
        var headerLines: [String] {
            let agent = request.header(HTTPHeader.userAgent.name) == nil ? [HTTPHeader.userAgent] : []
            return (agent + request.headers).map { "\($0.name): \($0.value)" } + ["Expect:", "Accept:"]
                + (request.header("Content-Type") == nil ? ["Content-Type:"] : [])
        }

        /// Calls `body` with the request; the pointer holds for the call.
        func withPointer(_ body: (UnsafePointer<keylight_curl_request>) -> Void) {
            withTexts(headerLines[...], []) { lines in
                request.method.withCString { method in
                    request.url.withCString { url in
                        Self.withText(settings.certificateAuthorities) { authorities in
                            (request.body ?? []).withUnsafeBufferPointer { bytes in
                                lines.withUnsafeBufferPointer { lines in
                                    guard let headers = lines.baseAddress else { return }
                                    var raw = keylight_curl_request(
                                        method: method,
                                        url: url,
                                        headers: headers,
                                        header_count: lines.count,
                                        body: request.body == nil ? nil : bytes.baseAddress,
                                        body_length: bytes.count,
                                        maximum_body: max(0, request.maximumReplyBytes),
                                        timeout_milliseconds: settings.timeoutMilliseconds,
                                        ignores_proxies: request.isToThisMachine ? 1 : 0,
                                        certificate_authorities: authorities
                                    )
                                    body(&raw)
                                }
                            }
                        }
                    }
                }
            }
        }

        private static func withText(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
            guard let text else { return body(nil) }
            text.withCString { body($0) }
        }

        /// Calls `body` with all lines as C texts; one level of recursion for each keeps them alive.
        private func withTexts(
            _ lines: ArraySlice<String>,
            _ texts: [UnsafePointer<CChar>],
            _ body: ([UnsafePointer<CChar>]) -> Void
        ) {
            guard let line = lines.first else { return body(texts) }
            line.withCString { withTexts(lines.dropFirst(), texts + [$0], body) }
        }
    }
#endif
