#if os(Linux)
    import CLibcurl
    import KeylightTransport

    /// What libcurl brought, as a reply or an error.
    struct CurlReply {
        /// How it failed; with code 0 it did not.
        var failure: CurlFailure
        /// The HTTP status.
        var status: Int
        /// The lines of the head.
        var head: [UInt8]
        /// The whole body.
        var body: [UInt8]

        /// Copies what the C side collected.
        init(_ raw: keylight_curl_reply) {
            failure = CurlFailure(raw)
            status = raw.status
            head = Array(UnsafeBufferPointer(start: raw.head, count: raw.head_length))
            body = Array(UnsafeBufferPointer(start: raw.body, count: raw.body_length))
        }

        var result: Result<TransportResponse, any Error> {
            if failure.isCancellation { return .failure(CancellationError()) }
            // A reply without a status line is none, whatever curl made of it (HTTP/0.9).
            guard failure.code == 0, (100...999).contains(status) else { return .failure(failure.error) }
            return .success(TransportResponse(status: status, headers: headers, body: body))
        }

        /// The header fields; a line that is no field is left out.
        var headers: [HTTPHeader] {
            String(decoding: head, as: UTF8.self).split(omittingEmptySubsequences: true) { $0.isNewline }
                .dropFirst().compactMap { line in
                    guard let colon = line.firstIndex(of: ":") else { return nil }
                    let value = line[line.index(after: colon)...]
                    return HTTPHeader(Self.trimmed(line[..<colon]), Self.trimmed(value))
                }
        }

        private static func trimmed(_ text: Substring) -> String {
            let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
            let rest = text.drop(while: isBlank)
            guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
            return String(rest[...last])
        }
    }
#endif
