import Dispatch
import Foundation

/// The server's end of one connection; used by its one thread.
final class RawConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool { Sockets.send(descriptor, bytes) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says nothing until the client, or the server's end, hangs up.
    func waitForHangUp() {
        while !Sockets.receive(descriptor).isEmpty {}
    }

    /// Makes the end of the connection a hard one: the client is told that it was reset.
    func resetAtEnd() { Sockets.resetAtEnd(descriptor) }

    /// Carries bytes to and from a server on this machine until one of the two hangs up, as a proxy does.
    func relay(toPort port: UInt16) {
        guard let server = try? Sockets.connect(toPort: port) else { return }
        let client = descriptor
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Self.pump(from: server, to: client)
            done.signal()
        }
        Self.pump(from: client, to: server)
        done.wait()
        Sockets.systemClose(server)
    }

    private static func pump(from source: Int32, to destination: Int32) {
        while true {
            let bytes = Sockets.receive(source)
            guard !bytes.isEmpty, Sockets.send(destination, bytes) else { break }
        }
        Sockets.hangUp(source)
        Sockets.hangUp(destination)
    }

    /// The next complete request; nil when the client has hung up.
    func nextRequest() -> RawRequest? {
        let separator = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            headEnd = received.indices.first { received[$0...].starts(with: separator) }
            if headEnd == nil, !receiveMore() { return nil }
        }
        guard let headEnd,
            var request = RawRequest(head: String(decoding: received[..<headEnd], as: UTF8.self))
        else { return nil }
        received.removeFirst(headEnd + separator.count)
        let length = request.header("content-length").flatMap(Int.init) ?? 0
        while received.count < length {
            guard receiveMore() else { return nil }
        }
        request.body = Array(received.prefix(length))
        received.removeFirst(length)
        return request
    }

    private func receiveMore() -> Bool {
        let more = Sockets.receive(descriptor)
        received += more
        return !more.isEmpty
    }
}
