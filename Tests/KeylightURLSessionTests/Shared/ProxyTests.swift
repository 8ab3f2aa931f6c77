#if os(Linux)
    import KeylightTransport
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// BL-063: proxies as the environment names them, for a server of which only the proxy knows where it is.
    ///
    /// The environment belongs to the whole process, so each test is a process of its own.
    @Suite(.timeLimit(.minutes(5)))
    struct ProxyTests {
        /// Sends a request through the proxy; returns how it failed.
        static func failure(
            through proxy: RawServer,
            scheme: String = "http",
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> TransportError? {
            try await failure(throughPort: proxy.port, scheme: scheme, sourceLocation: sourceLocation)
        }

        static func failure(
            throughPort port: UInt16,
            scheme: String = "http",
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> TransportError? {
            obey("\(scheme)://127.0.0.1:\(port)")
            let transport = try UnderTest.makeTransport()
            return await #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
                try await transport.send(.test(origin: "https://licenses.test"))
            }
        }

        static func obey(_ proxy: String) {
            for name in ["no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY", "http_proxy", "HTTPS_PROXY"] {
                unsetenv(name)
            }
            setenv("https_proxy", proxy, 1)
        }

        private static func isNamed(_ error: TransportError?) -> Bool {
            error?.message.hasPrefix("proxy failure, ") == true
        }

        @Test("a proxy that wants a password, forbids, or finds no server, is named, and nothing was sent")
        func refusal() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                for status in [407, 403, 502, 301] {
                    let proxy = try RawServer(
                        answer: HTTPText.reply(
                            status,
                            headers: [
                                #"Proxy-Authenticate: Basic realm="x""#, "Location: http://127.0.0.1/",
                            ],
                            body: "<p>no</p>"
                        )
                    )
                    let error = try await ProxyTests.failure(through: proxy)
                    #expect(error?.kind == .cannotConnect, "\(status): \(String(describing: error))")
                    #expect(error?.mayHaveArrived == false)
                    #expect(ProxyTests.isNamed(error), "\(status): \(String(describing: error))")
                    #expect(error?.message.contains("\(status)") == true)
                    #expect(proxy.requests.map(\.line) == ["CONNECT licenses.test:443 HTTP/1.1"])
                    #expect(proxy.requests.allSatisfy { $0.body.isEmpty && $0.header("content-type") == nil })
                }
            }
        }

        @Test("a proxy that hangs up without a word is named, and nothing was sent")
        func hangUp() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let error = try await ProxyTests.failure(through: RawServer(answer: ""))
                #expect(error?.kind == .cannotConnect, "\(String(describing: error))")
                #expect(ProxyTests.isNamed(error), "\(String(describing: error))")
            }
        }

        @Test("a SOCKS proxy that refuses is named, and nothing was sent")
        func socks() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                // No way to log in that it would take; then: logged in, and the server cannot be reached.
                for greeting: [UInt8] in [[5, 0xFF], [5, 0, 5, 4, 0, 1, 0, 0, 0, 0, 0, 0]] {
                    let proxy = try RawServer(greeting: greeting) { _, _ in false }
                    let error = try await ProxyTests.failure(through: proxy, scheme: "socks5h")
                    #expect(error?.kind == .cannotConnect, "\(String(describing: error))")
                    #expect(ProxyTests.isNamed(error), "\(String(describing: error))")
                }
            }
        }

        @Test("a proxy that is not there")
        func absent() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let (_, port) = try Sockets.reserve()
                let error = try await ProxyTests.failure(throughPort: port)
                #expect(error?.kind == .cannotConnect, "\(String(describing: error))")
            }
        }

        @Test("through a tunnel the server's certificate counts, not the proxy's word", .hasTLSServer)
        func untrustedServer() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
                let front = try TLSServer(before: server, names: "DNS:licenses.test")
                let port = front.port
                let proxy = try RawServer { connection, _ in
                    connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
                    connection.relay(toPort: port)
                    return false
                }
                let error = try await ProxyTests.failure(through: proxy)
                #expect(error?.kind == .tlsFailed, "\(String(describing: error))")
                #expect(server.requests.isEmpty)
                withExtendedLifetime(front) {}
            }
        }
    }
#endif
