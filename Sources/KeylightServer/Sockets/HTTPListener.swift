import KeylightCore

/// An HTTP/1.1 server on a loopback port: one thread that accepts, one that watches the time, and one for
/// each connection.
///
/// Threads and not a loop over readiness, because this is a tool for development: a handler may block, and
/// the code stays short enough to be sure that no descriptor and no thread is left behind.
final class HTTPListener: Sendable {
    typealias Handler = @Sendable (HTTPRequest) -> HTTPReply

    let port: UInt16
    let limits: HTTPLimits
    let handler: Handler
    let table = Locked(ConnectionTable())
    /// Readable as soon as the listener is to stop; nobody ever reads the byte.
    let stopSignal: Int32

    private let stopTrigger: Int32
    private let socket: Int32
    private let threads = Locked<[POSIXThread]>([])

    /// Binds the port (0: any that is free) and starts to serve. Ends only through `stop()`.
    init(port: UInt16, limits: HTTPLimits, handler: @escaping Handler) throws(SystemCallError) {
        self.limits = limits
        self.handler = handler
        (stopSignal, stopTrigger) = try SystemCalls.makePipe()
        do throws(SystemCallError) {
            (socket, self.port) = try SystemCalls.listen(port: port)
        } catch {
            SystemCalls.close(stopSignal)
            SystemCalls.close(stopTrigger)
            throw error
        }
        do throws(SystemCallError) {
            try startThread { [self] in acceptLoop() }
            try startThread { [self] in watchLoop() }
        } catch {
            stop()
            throw error
        }
    }

    /// Ends every connection and every thread, and gives the port back; returns when all that is done.
    ///
    /// To be called once, and not from a handler.
    func stop() {
        SystemCalls.writeByte(stopTrigger)
        // The accepting thread first: after it nobody adds a connection.
        for thread in threads.withLock({ $0 }) { thread.join() }
        SystemCalls.close(socket)
        let connections = table.withLock { table in
            for entry in table.entries.values where !entry.isFinished {
                SystemCalls.shutDown(entry.descriptor, reading: true, writing: true)
            }
            return table.entries.values.compactMap(\.thread)
        }
        for thread in connections { thread.join() }
        SystemCalls.close(stopSignal)
        SystemCalls.close(stopTrigger)
    }

    /// The number of ticks that make up a time; at least one.
    func ticks(_ milliseconds: Int) -> Int {
        max(1, milliseconds / max(1, limits.tickMilliseconds))
    }

    private func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let thread = try POSIXThread(body)
        threads.withLock { $0.append(thread) }
    }

    private func acceptLoop() {
        while true {
            let events = SystemCalls.wait(readable: [stopSignal, socket])
            guard events != [false, false] else { continue }
            guard !events[0] else { return }
            do throws(SystemCallError) {
                if let descriptor = try SystemCalls.accept(socket) { serve(descriptor) }
            } catch {
                // Out of descriptors, most likely: wait for one to come free instead of spinning.
                _ = SystemCalls.wait(readable: [stopSignal], milliseconds: 20)
            }
        }
    }

    private func watchLoop() {
        while true {
            let events = SystemCalls.wait(readable: [stopSignal], milliseconds: limits.tickMilliseconds)
            guard !events[0] else { return }
            let finished = table.withLock { table in
                for entry in table.tick() {
                    SystemCalls.shutDown(
                        entry.descriptor,
                        reading: true,
                        writing: entry.activity == .writing
                    )
                }
                return table.takeFinishedThreads()
            }
            for thread in finished { thread.join() }
        }
    }

    private func serve(_ descriptor: Int32) {
        let limit = limits.connections
        let id: Int? = table.withLock { table in
            table.openCount < limit ? table.add(descriptor: descriptor) : nil
        }
        guard let id else {
            let refusal = HTTPResponse.error(503, "Too many connections.")
            let bytes = refusal.headBytes(keepsAlive: false, isVersion10: false) + refusal.body
            _ = SystemCalls.send(descriptor, bytes[...])
            SystemCalls.close(descriptor)
            return
        }
        do throws(SystemCallError) {
            let thread = try POSIXThread { [self] in
                HTTPConnection(id: id, descriptor: descriptor, listener: self).run()
            }
            table.withLock { $0.setThread(thread, of: id) }
        } catch {
            table.withLock { $0.remove(id) }
            SystemCalls.close(descriptor)
        }
    }
}
