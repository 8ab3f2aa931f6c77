import KeylightCore
import KeylightTransport
import Testing

@testable import KeylightCurl

/// What is particular to libcurl: broken heads, and a limit of its own.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct CurlTransportTests {
    private static func silentServer() throws -> RawServer {
        try RawServer { connection, _ in
            connection.waitForHangUp()
            return false
        }
    }

    /// Each of these ends a process that uses Foundation's URLSession on Linux.
    @Test(
        "a connection that is closed inside the head of a reply is an error and nothing else",
        arguments: [
            "H", "HTTP/1.1", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r",
        ]
    )
    func brokenHead(answer: String) async throws {
        let server = try RawServer(answer: answer)
        let transport = try CurlTransport()
        do {
            let response = try await transport.send(.test(server))
            // curl takes a head without an end for a whole one; without a body there is no verdict in it.
            #expect(response.body.isEmpty)
        } catch let error as TransportError {
            #expect(error.mayHaveArrived)
        }
    }

    @Test("an endless head is cut")
    func endlessHead() async throws {
        let server = try RawServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\n")
            let field = "X-Filler: " + String(repeating: "x", count: 4_096) + "\r\n"
            for _ in 0..<80 where !connection.send(field) { break }
            connection.waitForHangUp()
            return false
        }
        await #expect(throws: TransportError.self) { try await CurlTransport().send(.test(server)) }
        await server.wait(for: .hangUp)
    }

    @Test("BL-062: a server that says nothing runs into curl's own limit")
    func ownLimit() async throws {
        let server = try Self.silentServer()
        let transport = try CurlTransport(timeout: 1)
        await #expect {
            try await transport.send(.test(server))
        } throws: { error in
            (error as? TransportError)?.kind == .timedOut
        }
        await server.wait(for: .hangUp)
    }

    @Test("a process that the app starts does not hold the connection open")
    func children() async throws {
        let server = try Self.silentServer()
        let transport = try CurlTransport()
        let task = Task { try await transport.send(.test(server)) }
        await server.wait(for: .request)
        let connections = Sockets.connections(to: server.port)
        #expect(connections.count == 1)
        for descriptor in connections { #expect(Sockets.isClosedInChildren(descriptor)) }
        task.cancel()
        _ = await task.result
    }
}
