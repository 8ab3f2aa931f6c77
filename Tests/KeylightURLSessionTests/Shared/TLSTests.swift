#if os(Linux) || os(macOS)
    import KeylightTransport
    import Testing

    /// What a server has to prove before it is told anything; the same for each HTTP stack.
    @Suite(.reachesLoopback, .hasTLSServer, .timeLimit(.minutes(5)))
    struct TLSTests {
        @Test(
            "a certificate that nobody vouches for is refused, and nothing was sent",
            arguments: [
                "IP:127.0.0.1,DNS:localhost", "DNS:elsewhere.test",
            ]
        )
        func untrusted(names: String) async throws {
            let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
            let front = try TLSServer(before: server, names: names)
            let transport = try UnderTest.makeTransport()
            await #expect {
                try await transport.send(.test(origin: "https://127.0.0.1:\(front.port)"))
            } throws: { error in
                (error as? TransportError)?.kind == .tlsFailed
            }
            #expect(server.requests.isEmpty)
        }

        @Test(
            "a server that speaks no TLS, or none to the end, is refused, and nothing was sent",
            arguments: [
                "HTTP/1.1 400 Bad Request\r\n\r\n", "\u{16}\u{3}\u{3}", "x",
            ]
        )
        func noTLS(greeting: String) async throws {
            let server = try RawServer(greeting: Array(greeting.utf8)) { _, _ in false }
            let transport = try UnderTest.makeTransport()
            let task = Task { try await transport.send(.test(origin: "https://127.0.0.1:\(server.port)")) }
            await server.wait(for: .accepted)
            server.stop()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.mayHaveArrived == false)
            #expect(server.requests.isEmpty)
        }
    }
#endif
