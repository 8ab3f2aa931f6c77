#if os(Linux)
    import CLibcurl
    import KeylightTransport

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// How an exchange failed, and how far it had come.
    ///
    /// What matters most is whether the server may have heard of it: an activation that cannot have taken a seat
    /// is sent again, and any other is not.
    struct CurlFailure {
        /// curl's code, or one of our own below zero; 0 for none.
        var code: Int32
        /// The system's error number beneath a failed connection; 0 for none.
        var systemError = 0
        /// What a proxy answered when it was asked for a tunnel to the server; 0 for nothing.
        var proxyStatus = 0
        /// Whether it is certain that nothing of the request was sent to the server.
        var isUnsent = false
        /// curl's own text.
        var message = ""

        var isCancellation: Bool { code == KEYLIGHT_CURL_CANCELLED.signed }

        /// Whether a proxy is what failed; the request then did not get through to the server.
        ///
        /// A proxy that hangs up without an answer is known by curl's text only.
        var isProxyFailure: Bool {
            switch code {
            case 5, 97: true  // no such proxy, no agreement with it (SOCKS)
            case 0: false
            default:
                proxyStatus != 0 && !(200...299).contains(proxyStatus)
                    || isUnsent && message.hasPrefix("Proxy CONNECT aborted")
            }
        }

        /// What it means to the SDK.
        var kind: TransportError.Kind {
            if code == KEYLIGHT_CURL_OVERSIZE.signed { return .oversizeReply }
            if isProxyFailure { return .cannotConnect }
            switch code {
            case 6: return .cannotConnect  // no such host
            case 7:  // no connection; without any network the system says so
                return systemError == Int(ENETUNREACH) ? .notConnected : .cannotConnect
            case 28: return .timedOut
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: return .tlsFailed
            case 8, 18, 52, 55, 56:  // weird, partial, no or broken reply
                return isUnsent ? .cannotConnect : .connectionLost
            default: return .other
            }
        }

        var error: TransportError {
            TransportError(kind, message: isProxyFailure ? "proxy failure, " + message : message)
        }
    }

    extension CurlFailure {
        /// Copies what the C side found.
        init(_ raw: keylight_curl_reply) {
            code = raw.code
            systemError = raw.system_error
            proxyStatus = raw.proxy_status
            isUnsent = raw.is_unsent != 0
            message = withUnsafeBytes(of: raw.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
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
