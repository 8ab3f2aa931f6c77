#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A client's end of one connection, on bare sockets, so that a test can send what no HTTP library would.
///
/// Every wait ends after 20 s at the latest: a server that hangs fails its test instead of hanging it.
final class LoopbackConnection {
    /// What went wrong on the client's side.
    enum Failure: Error, Equatable {
        case cannotConnect
        case cannotSend
        /// The connection ended, or 20 s passed, within a reply.
        case incompleteReply
        /// The bytes are not a reply.
        case malformedReply
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure.cannotConnect }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        let limitSize = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, limitSize)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, limitSize)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.cannotConnect }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { throw Failure.cannotSend }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more will be sent; replies can still be read.
    func endSending() {
        #if canImport(Glibc)
            shutdown(descriptor, Int32(SHUT_WR))
        #else
            shutdown(descriptor, SHUT_WR)
        #endif
    }

    /// The next reply. An interim one (100) is a reply of its own.
    func reply(isBodyLeftOut: Bool = false) throws -> LoopbackReply {
        while true {
            if let (reply, count) = try LoopbackReply.first(in: received, isBodyLeftOut: isBodyLeftOut) {
                received.removeFirst(count)
                return reply
            }
            guard try readMore(acceptsReset: true) else { throw Failure.incompleteReply }
        }
    }

    /// Everything until the end of the connection.
    ///
    /// - Parameter acceptsReset: Whether a reset is an end as good as any. It is not where a client has to be
    ///   sure of its reply: some systems throw away what was not read before the reset came.
    func rest(acceptsReset: Bool = true) throws -> [UInt8] {
        while try readMore(acceptsReset: acceptsReset) {}
        defer { received = [] }
        return received
    }

    /// Waits for bytes or for the end of the connection; false when the time is over first.
    func waitForReply(milliseconds: Int32) -> Bool {
        wait(for: Int16(POLLIN), milliseconds: milliseconds)
    }

    /// Waits for the connection to break, whether or not bytes are there; false when the time is over first.
    func waitForHangUp(milliseconds: Int32) -> Bool {
        wait(for: 0, milliseconds: milliseconds)
    }

    private func wait(for events: Int16, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// False at the end of the connection.
    private func readMore(acceptsReset: Bool) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count != 0 else { return false }
        guard count > 0 else {
            guard errno == ECONNRESET, acceptsReset else { throw Failure.incompleteReply }
            return false
        }
        received += buffer[..<count]
        return true
    }
}

/// The system's function, which the method of the same name hides inside the class.
private func sendBytes(
    _ descriptor: Int32,
    _ bytes: UnsafeRawPointer?,
    _ count: Int,
    _ flags: Int32
) -> Int {
    send(descriptor, bytes, count, flags)
}
