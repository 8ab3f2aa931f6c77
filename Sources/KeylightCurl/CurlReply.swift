#if os(Linux)
    import CLibcurl
    import KeylightTransport

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What libcurl brought, as a reply or an error.
    struct CurlReply {
        /// curl's code, or one of our own below zero; 0 for a complete reply.
        var code: Int32
        /// The system's error number beneath a failed connection.
        var systemError: Int
        /// The HTTP status.
        var status: Int
        /// The lines of the head.
        var head: [UInt8]
        /// The whole body.
        var body: [UInt8]
        /// curl's own text.
        var message: String

        /// Copies what the C side collected.
        init(_ raw: keylight_curl_reply) {
            code = raw.code
            systemError = raw.system_error
            status = raw.status
            head = Array(UnsafeBufferPointer(start: raw.head, count: raw.head_length))
            body = Array(UnsafeBufferPointer(start: raw.body, count: raw.body_length))
            message = withUnsafeBytes(of: raw.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }

        var result: Result<TransportResponse, any Error> {
            if code == KEYLIGHT_CURL_CANCELLED.signed { return .failure(CancellationError()) }
            // A reply without a status line is none, whatever curl made of it (HTTP/0.9).
            guard code == 0, (100...999).contains(status) else {
                return .failure(
                    TransportError(Self.kind(code: code, systemError: systemError), message: message)
                )
            }
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

        /// What curl's code means to the SDK.
        static func kind(code: Int32, systemError: Int) -> TransportError.Kind {
            if code == KEYLIGHT_CURL_OVERSIZE.signed { return .oversizeReply }
            switch code {
            case 5, 6: return .cannotConnect  // no such proxy, no such host
            case 7:  // no connection; without any network the system says so
                return systemError == Int(ENETUNREACH) ? .notConnected : .cannotConnect
            case 28: return .timedOut
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: return .tlsFailed
            case 8, 18, 52, 55, 56: return .connectionLost  // weird, partial, no or broken reply
            default: return .other
            }
        }

        private static func trimmed(_ text: Substring) -> String {
            let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
            let rest = text.drop(while: isBlank)
            guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
            return String(rest[...last])
        }
    }

    extension UInt32 {
        /// The C enumeration's value with its sign, in whichever way it was imported.
        fileprivate var signed: Int32 { Int32(bitPattern: self) }
    }

    extension Int32 {
        /// The C enumeration's value with its sign, in whichever way it was imported.
        fileprivate var signed: Int32 { self }
    }

    extension Int {
        /// The C enumeration's value with its sign, in whichever way it was imported.
        fileprivate var signed: Int32 { Int32(truncatingIfNeeded: self) }
    }
#endif
