import KeylightCore

/// Serves one connection from its first byte to its last, on a thread of its own.
struct HTTPConnection: Sendable {
    let id: Int
    let descriptor: Int32
    let listener: HTTPListener

    private static let readBytes = 16 * 1024
    /// What is still read, and thrown away, from a client to which the connection has been ended.
    private static let lingerBytes = 1024 * 1024

    func run() {
        converse()
        listener.table.withLock { table in
            SystemCalls.close(descriptor)
            table.finish(id)
        }
    }

    private func converse() {
        var parser = HTTPRequestParser(limits: listener.limits)
        var buffer = [UInt8](repeating: 0, count: Self.readBytes)
        var hasBegun = false
        setDeadline(listener.limits.idleMilliseconds, for: .reading)
        while true {
            do throws(HTTPRequestError) {
                switch try parser.next() {
                case .request(let request):
                    hasBegun = false
                    guard answer(request) else { return }
                    setDeadline(listener.limits.idleMilliseconds, for: .reading)
                case .awaitsContinue:
                    guard SystemCalls.send(descriptor, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
                    else {
                        return
                    }
                case .needsBytes:
                    if !hasBegun, !parser.isIdle {
                        // Once a request, and not at each read: a byte now and then buys no time.
                        hasBegun = true
                        setDeadline(listener.limits.requestMilliseconds, for: .reading)
                    }
                    let count = SystemCalls.receive(descriptor, into: &buffer)
                    guard let count else { return }
                    guard count > 0 else {
                        guard !parser.isIdle else { return }
                        throw hasTimedOut ? .timedOut : .malformed("The request ends too early.")
                    }
                    parser.append(buffer[..<count])
                }
            } catch {
                refuse(error)
                return
            }
        }
    }

    private var hasTimedOut: Bool {
        let id = id
        return listener.table.withLock { $0.hasTimedOut(id) }
    }

    private func setDeadline(_ milliseconds: Int?, for activity: ConnectionTable.Activity) {
        let ticks = milliseconds.map { listener.ticks($0) }
        let id = id
        listener.table.withLock { $0.setDeadline(ticks, for: activity, of: id) }
    }

    private func refuse(_ error: HTTPRequestError) {
        let hasTimedOut = hasTimedOut
        setDeadline(listener.limits.replyMilliseconds, for: .writing)
        let response = HTTPResponse.error(error.status, error.text)
        let bytes = response.headBytes(keepsAlive: false, isVersion10: false) + response.body
        guard SystemCalls.send(descriptor, bytes[...]), !hasTimedOut else { return }
        linger()
    }

    // MARK: Replies

    /// Answers a request; false when the connection is over.
    private func answer(_ request: HTTPRequest) -> Bool {
        setDeadline(nil, for: .reading)
        let reply = listener.handler(request)
        guard reply.delayMilliseconds <= 0 || pause(reply.delayMilliseconds) else { return false }
        setDeadline(listener.limits.replyMilliseconds, for: .writing)
        let keepsAlive = request.keepsAlive && reply.delivery == .whole
        let head = reply.response.headBytes(keepsAlive: keepsAlive, isVersion10: request.isVersion10)
        let body = reply.response.bodyBytes
        switch reply.delivery {
        case .whole:
            guard SystemCalls.send(descriptor, (head + body)[...]) else { return false }
            if !keepsAlive { linger() }
            return keepsAlive
        case .dropped:
            return false
        case .withheld:
            setDeadline(nil, for: .reading)
            drain(limit: .max)
            return false
        case .truncated:
            if SystemCalls.send(descriptor, (head + body.prefix(body.count / 2))[...]) { linger() }
            return false
        case .trickled(let milliseconds):
            setDeadline(nil, for: .writing)
            guard SystemCalls.send(descriptor, head[...]) else { return false }
            for index in body.indices {
                guard pause(milliseconds), SystemCalls.send(descriptor, body[index...index]) else {
                    return false
                }
            }
            linger()
            return false
        }
    }

    /// Waits that long; false when the server stops or the client is gone meanwhile.
    private func pause(_ milliseconds: Int) -> Bool {
        !SystemCalls.wait(
            readable: [listener.stopSignal],
            hangUp: descriptor,
            milliseconds: milliseconds
        ).contains(true)
    }

    /// Ends the connection in a way that lets the client read its reply.
    ///
    /// Closing with unread bytes makes the system send a reset, and a reset makes the client's system throw
    /// away the reply it has not read yet. So the own direction ends first and the rest is drained.
    private func linger() {
        SystemCalls.shutDown(descriptor, reading: false, writing: true)
        setDeadline(listener.limits.lingerMilliseconds, for: .writing)
        drain(limit: Self.lingerBytes)
    }

    private func drain(limit: Int) {
        var buffer = [UInt8](repeating: 0, count: Self.readBytes)
        var total = 0
        while total < limit, let count = SystemCalls.receive(descriptor, into: &buffer), count > 0 {
            total += count
        }
    }
}
