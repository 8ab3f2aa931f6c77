import KeylightTransport
import Testing

@testable import KeylightURLSession

/// Invalidation, which only a session knows.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct URLSessionTransportLifetimeTests {
    private static func silentServer() throws -> RawServer {
        try RawServer { connection, _ in
            connection.waitForHangUp()
            return false
        }
    }

    @Test func invalidationEndsWhatIsUnderWay() async throws {
        let server = try Self.silentServer()
        let transport = URLSessionTransport()
        let task = Task { try await transport.send(.test(server)) }
        await server.wait(for: .request)
        transport.invalidate()
        await #expect(throws: TransportError.self) { try await task.value }
        await server.wait(for: .hangUp)
    }

    @Test func afterInvalidationRequestsFail() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        let transport = URLSessionTransport()
        transport.invalidate()
        transport.invalidate()
        await #expect {
            try await transport.send(.test(server))
        } throws: { error in
            (error as? TransportError)?.message == "the transport was invalidated"
        }
        #expect(server.acceptedCount == 0)
    }

    @Test func theLastReferenceClosesItsConnections() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"), keepAlive: true)
        do {
            let transport = URLSessionTransport()
            #expect(try await transport.send(.test(server)).status == 200)
            #expect(server.openCount == 1)
        }
        await server.wait(for: .hangUp)
    }

    @Test func requestsAndInvalidationMayRace() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"), keepAlive: true)
        for _ in 0..<50 {
            let transport = URLSessionTransport()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { _ = try? await transport.send(.test(server)) }
                }
                group.addTask { transport.invalidate() }
            }
        }
    }
}
