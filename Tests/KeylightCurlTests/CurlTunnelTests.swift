#if os(Linux)
    import KeylightTransport
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    @testable import KeylightCurl

    /// TLS to a server that the test trusts, directly and through proxies.
    @Suite(.hasTLSServer, .timeLimit(.minutes(5)))
    struct CurlTunnelTests {
        private static func transport(trusting front: TLSServer) throws -> CurlTransport {
            try CurlTransport(
                timeout: 30,
                library: CurlTransport.library,
                certificateAuthorities: front.certificate
            )
        }

        @Test("a server with a trusted certificate is heard")
        func trusted() async throws {
            let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
            let front = try TLSServer(before: server, names: "IP:127.0.0.1")
            let response = try await Self.transport(trusting: front)
                .send(.test(origin: "https://127.0.0.1:\(front.port)"))
            #expect(response.status == 200)
            #expect(server.requests.map(\.body) == [Array(#"{"license_key":"K"}"#.utf8)])
        }

        @Test("a trusted certificate for another name is refused, and nothing was sent")
        func wrongName() async throws {
            let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
            let front = try TLSServer(before: server, names: "DNS:elsewhere.test,IP:127.0.0.2")
            let transport = try Self.transport(trusting: front)
            await #expect {
                try await transport.send(.test(origin: "https://127.0.0.1:\(front.port)"))
            } throws: { error in
                (error as? TransportError)?.kind == .tlsFailed
            }
            #expect(server.requests.isEmpty)
        }

        @Test("a file of authorities that is not there is a failure of TLS")
        func noAuthorities() async throws {
            let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
            let front = try TLSServer(before: server, names: "IP:127.0.0.1")
            let transport = try CurlTransport(
                timeout: 30,
                library: CurlTransport.library,
                certificateAuthorities: "/nonexistent.pem"
            )
            await #expect {
                try await transport.send(.test(origin: "https://127.0.0.1:\(front.port)"))
            } throws: { error in
                (error as? TransportError)?.kind == .tlsFailed
            }
            #expect(server.requests.isEmpty)
        }

        /// What was sent has been sent: here nothing may be called unsent.
        @Test(
            "a server that hangs up after the request may have carried it out",
            arguments: [
                "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
            ]
        )
        func hangUp(answer: String) async throws {
            let server = try RawServer(answer: answer)
            let front = try TLSServer(before: server, names: "IP:127.0.0.1")
            let transport = try Self.transport(trusting: front)
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(.test(origin: "https://127.0.0.1:\(front.port)"))
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveArrived == true)
            #expect(server.requests.count == 1)
        }

        @Test("BL-063: a proxy's tunnel carries a request, and a connection lost in it may have carried it")
        func tunnel() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let server = try RawServer { connection, request in
                    guard request.path == "/well" else { return false }
                    connection.send(HTTPText.reply(200, body: "{}"))
                    return true
                }
                let front = try TLSServer(before: server, names: "DNS:licenses.test")
                let port = front.port
                let proxy = try RawServer { connection, _ in
                    connection.send("HTTP/1.1 200 Connection established\r\nX-Proxy: yes\r\n\r\n")
                    connection.relay(toPort: port)
                    return false
                }
                ProxyTests.obey("http://user:word@127.0.0.1:\(proxy.port)")
                let transport = try CurlTunnelTests.transport(trusting: front)
                let response = try await transport.send(.test(origin: "https://licenses.test", path: "/well"))
                #expect(response.status == 200)
                #expect(response.body == Array("{}".utf8))
                // What the proxy said is no part of the server's answer.
                #expect(response.header("x-proxy") == nil)
                let connect = try #require(proxy.requests.first)
                #expect(connect.line == "CONNECT licenses.test:443 HTTP/1.1")
                #expect(connect.header("proxy-authorization") == "Basic dXNlcjp3b3Jk")
                #expect(connect.body.isEmpty)
                let request = try #require(server.requests.first)
                #expect(request.header("host") == "licenses.test")
                #expect(request.header("proxy-authorization") == nil)
                let error = await #expect(throws: TransportError.self) {
                    try await transport.send(.test(origin: "https://licenses.test", path: "/lost"))
                }
                #expect(error?.mayHaveArrived == true)
                #expect(server.requests.count == 2)
                withExtendedLifetime(front) {}
            }
        }

        @Test("BL-063: a proxy that resets the connection was sent nothing but the name of the server")
        func reset() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let proxy = try RawServer { connection, _ in
                    connection.resetAtEnd()
                    return false
                }
                let error = try await ProxyTests.failure(through: proxy)
                #expect(error?.kind == .cannotConnect, "\(String(describing: error))")
            }
        }

        @Test("a server behind the proxy that hangs up before its certificate was seen was sent nothing")
        func brokenTunnel() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let proxy = try RawServer { connection, _ in
                    connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
                    return false
                }
                let error = try await ProxyTests.failure(through: proxy)
                #expect(error?.mayHaveArrived == false, "\(String(describing: error))")
            }
        }

        @Test("a server that only looks like one on this machine is reached through the proxy")
        func lookAlikes() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let proxy = try RawServer(answer: HTTPText.reply(200, body: "{}"))
                setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
                let hosts = [
                    "localhost.example.test", "127.example.test", "127.0.0.1.example.test",
                    "localhost-x.test",
                ]
                for host in hosts {
                    let response = try await CurlTransport().send(.test(origin: "http://\(host)", path: "/x"))
                    #expect(response.status == 200)
                }
                #expect(proxy.requests.map(\.line) == hosts.map { "POST http://\($0)/x HTTP/1.1" })
            }
        }

        @Test("a server on this machine is reached without the proxy")
        func loopback() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let proxy = try RawServer(answer: HTTPText.reply(403))
                let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
                for name in ["http_proxy", "https_proxy", "all_proxy"] {
                    setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
                }
                #expect(try await CurlTransport().send(.test(server)).status == 200)
                #expect(proxy.acceptedCount == 0)
            }
        }
    }
#endif
