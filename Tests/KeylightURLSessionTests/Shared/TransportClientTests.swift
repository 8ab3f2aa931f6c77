import KeylightClock
import KeylightCore
import KeylightLogging
import KeylightTesting
import KeylightTransport
import KeylightVerification
import Testing

/// BL-062, the whole way: the client's own limit ends what the HTTP stack would wait for; the same for each stack.
///
/// Sockets and threads are real, time is not: the limit is reached by moving the clock.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct TransportClientTests {
    private let clock = VirtualClock()
    private let transport: any Transport

    init() throws {
        transport = try UnderTest.makeTransport()
    }

    private func client(_ server: RawServer) throws -> LicensingClient {
        let name = try #require(ServiceIdentifier("acme"))
        return LicensingClient(
            endpoint: try ServiceEndpoint(baseURL: server.origin, tenant: name, product: name),
            sdkKey: nil,
            transport: transport,
            clock: clock,
            runner: SystemBackgroundRunner(),
            verifier: LeaseVerifier(trustedKeys: try TrustedKeys(base64Keys: [:])),
            retryPolicy: RetryPolicy(maximumAttempts: 1),
            logger: .disabled,
            randomBits: { 0 }
        )
    }

    private func request() throws -> DeactivateRequest {
        DeactivateRequest(
            licenseKey: try LicenseKey(parsing: "ACME-TEST-0000-0001"),
            instanceID: try #require(InstanceID("inst-1"))
        )
    }

    /// Lets a call run until the server has answered with `answer` and says no more, then 15 s pass.
    private func exchange(afterSilenceFollowing answer: String) async throws -> Exchange {
        let server = try RawServer { connection, request in
            if request.path.hasSuffix("deactivate") {
                connection.send(answer)
                connection.waitForHangUp()
                return false
            }
            connection.send(HTTPText.reply(200, body: "{}"))
            return true
        }
        let client = try client(server)
        let request = try request()
        let call = Task { await client.deactivate(request, requestID: RequestID(randomBits: 1)) }
        await server.wait(for: .request)
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: 15)
        let exchange = await call.value
        // The connection is gone, the clock is free, and the next call works.
        await server.wait(for: .hangUp)
        #expect(clock.sleeperCount == 0)
        let next = ValidateRequest(licenseKey: request.licenseKey, instanceID: request.instanceID)
        #expect(await client.validate(next, requestID: RequestID(randomBits: 2)).reply?.status == 200)
        return exchange
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{", "HTTP/1.1 200 OK\r\n\r\n{}",
    ])
    func aServerThatFallsSilentEndsInATimeout(answer: String) async throws {
        let exchange = try await exchange(afterSilenceFollowing: answer)
        #expect(exchange.failureCause == .timedOut)
        #expect(exchange.mayHaveArrived)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"])
    func aServerThatHangsUpEndsInALostConnection(answer: String) async throws {
        let server = try RawServer(answer: answer)
        let exchange = try await client(server).deactivate(request(), requestID: RequestID(randomBits: 1))
        #expect(exchange.failureCause == .connectionLost)
        #expect(exchange.mayHaveArrived)
        #expect(clock.sleeperCount == 0)
    }

    @Test func aReplyOfAMegabyteIsNoReply() async throws {
        let server = try RawServer(
            answer: HTTPText.reply(200, body: String(repeating: " ", count: 1_000_000))
        )
        let exchange = try await client(server).deactivate(request(), requestID: RequestID(randomBits: 1))
        #expect(exchange.failureCause == .oversizeReply)
    }
}
