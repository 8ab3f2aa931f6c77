import KeylightCore
import Foundation

/// A server on 127.0.0.1 that answers with whatever bytes a test wants, or with none.
///
/// One thread for each connection; it ends with the connection, and all end with the server. It tells of
/// each request and each hang-up, so that a test waits for what happened and never for time to pass.
final class RawServer: Sendable {
    /// Says what to do with a request; true keeps the connection for the next one.
    typealias Handler = @Sendable (RawConnection, RawRequest) -> Bool

    let port: UInt16
    /// What happened, in order; for one reader.
    let events: AsyncStream<Event>

    enum Event: Sendable, Equatable {
        case accepted
        case request
        case hangUp
    }

    private let shared: Shared
    private let listener: Int32

    /// What the server's threads hold on to; not the server, which ends them when it goes.
    private final class Shared: Sendable {
        let state = Locked(State())
        let greeting: [UInt8]
        let handler: Handler
        let events: AsyncStream<Event>.Continuation

        init(greeting: [UInt8], handler: @escaping Handler, events: AsyncStream<Event>.Continuation) {
            self.greeting = greeting
            self.handler = handler
            self.events = events
        }
    }

    private struct State: Sendable {
        var isStopped = false
        var connections: Set<Int32> = []
        var requests: [RawRequest] = []
        var acceptedCount = 0
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - greeting: what it says to each client before it has heard anything, for what is no HTTP.
    ///   - handler: answers each request.
    init(greeting: [UInt8] = [], _ handler: @escaping Handler) throws {
        let (listener, port) = try Sockets.listen()
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.listener = listener
        self.port = port
        self.events = events
        let shared = Shared(greeting: greeting, handler: handler, events: continuation)
        self.shared = shared
        Thread.detachNewThread { Self.accept(listener, shared) }
    }

    /// A server that answers every request with the same bytes, and then hangs up unless told otherwise.
    convenience init(answer: [UInt8], keepAlive: Bool = false) throws {
        try self.init { connection, _ in
            connection.send(answer)
            return keepAlive
        }
    }

    convenience init(answer: String, keepAlive: Bool = false) throws {
        try self.init(answer: Array(answer.utf8), keepAlive: keepAlive)
    }

    deinit { stop() }

    var origin: String { "http://127.0.0.1:\(port)" }
    var requests: [RawRequest] { shared.state.withLock { $0.requests } }
    var acceptedCount: Int { shared.state.withLock { $0.acceptedCount } }
    var openCount: Int { shared.state.withLock { $0.connections.count } }

    /// Hangs up on everybody.
    func stop() {
        let isFirst = shared.state.withLock { state in
            defer { state.isStopped = true }
            for connection in state.connections { Sockets.hangUp(connection) }
            return !state.isStopped
        }
        if isFirst { Sockets.hangUp(listener) }
    }

    /// Waits for the next event of that kind; earlier ones of other kinds are passed over.
    func wait(for event: Event) async {
        for await next in events where next == event { return }
    }

    private static func accept(_ listener: Int32, _ shared: Shared) {
        defer { Sockets.systemClose(listener) }
        while true {
            let descriptor = Sockets.systemAccept(listener)
            guard descriptor >= 0 else { return shared.events.finish() }
            let isStopped = shared.state.withLock { state in
                if state.isStopped { return true }
                state.connections.insert(descriptor)
                state.acceptedCount += 1
                return false
            }
            if isStopped {
                Sockets.systemClose(descriptor)
                continue
            }
            shared.events.yield(.accepted)
            Thread.detachNewThread { serve(descriptor, shared) }
        }
    }

    private static func serve(_ descriptor: Int32, _ shared: Shared) {
        let connection = RawConnection(descriptor: descriptor)
        if !shared.greeting.isEmpty { connection.send(shared.greeting) }
        while let request = connection.nextRequest() {
            shared.state.withLock { $0.requests.append(request) }
            shared.events.yield(.request)
            guard shared.handler(connection, request) else { break }
        }
        // Under the lock, so that nobody hangs up on a descriptor that is somebody else's by then.
        shared.state.withLock { state in
            state.connections.remove(descriptor)
            Sockets.systemClose(descriptor)
        }
        shared.events.yield(.hangUp)
    }
}
