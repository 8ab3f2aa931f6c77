import KeylightTransport
import Testing

/// Cancellation, and what is left behind: BL-060 and BL-061; the same for each HTTP stack.
@Suite(.reachesLoopback, .timeLimit(.minutes(5)))
struct TransportLifetimeTests {
    private static func silentServer() throws -> RawServer {
        try RawServer { connection, _ in
            connection.waitForHangUp()
            return false
        }
    }

    // MARK: - Cancellation

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        let transport = try UnderTest.makeTransport()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(.test(server))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test func cancellationEndsASilentRequestAndItsConnection() async throws {
        let server = try Self.silentServer()
        let transport = try UnderTest.makeTransport()
        let task = Task { try await transport.send(.test(server)) }
        await server.wait(for: .request)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .hangUp)
    }

    @Test func cancellingOneRequestLeavesTheOthersAlone() async throws {
        let server = try RawServer { connection, request in
            if request.path == "/silent" { connection.waitForHangUp() }
            connection.send(HTTPText.reply(200, body: "{}"))
            return true
        }
        let transport = try UnderTest.makeTransport()
        let silent = Task { try await transport.send(.test(server, path: "/silent")) }
        await server.wait(for: .request)
        #expect(try await transport.send(.test(server)).status == 200)
        silent.cancel()
        await #expect(throws: CancellationError.self) { try await silent.value }
        #expect(try await transport.send(.test(server)).status == 200)
    }

    /// While a request is under way, nobody needs to hold on to the transport.
    @Test func aRequestKeepsItsTransport() async throws {
        let server = try RawServer { connection, _ in
            connection.send(HTTPText.reply(200, body: "{}"))
            return false
        }
        #expect(try await UnderTest.makeTransport().send(.test(server)).status == 200)
    }

    // MARK: - Many requests

    /// BL-060: cancelled before the connection, after it, within the head, within the body, beside the end.
    @Test func cancellationAtAnyPointNeitherHangsNorCrashes() async throws {
        let cancellations = Cancellations()
        let server = try RawServer { connection, request in
            let stage = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
            func reach(_ number: Int) {
                if stage % 5 == number { cancellations.cancel(request.path) }
            }
            reach(1)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n")
            reach(2)
            connection.send("\r\n{ ")
            reach(3)
            let isWanted = connection.send(" }")
            reach(4)
            return isWanted
        }
        let transport = try UnderTest.makeTransport()
        var replies = 0
        for round in 0..<50 {
            let tasks = (0..<10).map { number in
                let path = "/\(round)/\(round * 10 + number)"
                let task = Task { try await transport.send(.test(server, path: path)) }
                cancellations.add(path) { task.cancel() }
                if number % 5 == 0 { task.cancel() }
                return task
            }
            for task in tasks {
                switch await task.result {
                case .success(let response):
                    #expect(response.body == Array("{  }".utf8))
                    replies += 1
                case .failure(let error): #expect(error is CancellationError)
                }
            }
        }
        // Only those that were cancelled beside their end can have made it.
        #expect(replies <= 200)
        // The transport still works, and holds no more connections than one host may have.
        #expect(try await transport.send(.test(server, path: "/0")).status == 200)
        let port = server.port
        #expect(await settles(at: UnderTest.keptConnections) { Sockets.connectionCount(to: port) })
        withExtendedLifetime(transport) {}
    }

    /// BL-061: one session, however many requests.
    @Test func manyRequestsUseFewConnections() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"), keepAlive: true)
        let transport = try UnderTest.makeTransport()
        for _ in 0..<125 {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await transport.send(.test(server)).status }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(server.requests.count == 500)
        if UnderTest.keptConnections > 0 { #expect(server.acceptedCount <= UnderTest.keptConnections) }
        let port = server.port
        #expect(await settles(at: UnderTest.keptConnections) { Sockets.connectionCount(to: port) })
        withExtendedLifetime(transport) {}
    }

    @Test func transportsComeAndGoWithoutTrace() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"), keepAlive: true)
        for _ in 0..<50 {
            #expect(try await UnderTest.makeTransport().send(.test(server)).status == 200)
        }
        for _ in 0..<50 { await server.wait(for: .hangUp) }
        let port = server.port
        #expect(await settles(at: 0) { Sockets.connectionCount(to: port) })
        #expect(server.openCount == 0)
    }

    /// BL-060: cancelled whenever it happens, by the machine's own pace.
    @Test func cancellationsThatAreNotPlannedAllReturnOnce() async throws {
        let server = try RawServer(answer: HTTPText.reply(200, body: "{}"))
        let transport = try UnderTest.makeTransport()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let task = Task { try await transport.send(.test(server)) }
                    // How far it gets depends on the machine's load; that is the point.
                    if number % 3 > 0 { for _ in 0..<(number % 7) { await Task.yield() } }
                    task.cancel()
                    switch await task.result {
                    case .success(let response): return response.status == 200
                    case .failure(let error): return error is CancellationError || error is TransportError
                    }
                }
            }
            for await isExpected in group { #expect(isExpected) }
        }
        #expect(try await transport.send(.test(server)).status == 200)
    }
}
