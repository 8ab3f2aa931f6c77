#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few calls that the server makes into the system, each with its platform differences in one place.
///
/// Every blocking call that a signal interrupts is made again.
enum SystemCalls {
    /// A listening IPv4 socket on the loopback address and the port that it got.
    static func listen(port: UInt16) throws(SystemCallError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw failure("socket") }
        do throws(SystemCallError) {
            try keepFromChildren(descriptor)
            // So that a stopped server can have its port back while old connections still fade out.
            try setFlag(descriptor, SOL_SOCKET, SO_REUSEADDR)
            try bindLoopback(descriptor, port: port)
            guard systemListen(descriptor, 128) == 0 else { throw failure("listen") }
            // So that a client which hangs up between poll and accept cannot block the accepting thread.
            guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw failure("fcntl") }
            return (descriptor, try boundPort(descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The next waiting connection; nil when there is none after all.
    static func accept(_ listener: Int32) throws(SystemCallError) -> Int32? {
        let descriptor = systemAccept(listener)
        guard descriptor >= 0 else {
            switch errno {
            case EAGAIN, EINTR, ECONNABORTED, EPROTO: return nil
            default: throw failure("accept")
            }
        }
        do throws(SystemCallError) {
            try keepFromChildren(descriptor)
            guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("fcntl") }
            try setFlag(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            #if canImport(Darwin)
                try setFlag(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
            #endif
            return descriptor
        } catch {
            // A connection that its client has given up already; the next one is unaffected.
            close(descriptor)
            return nil
        }
    }

    /// Reads what is there into the buffer, waiting for the first byte; 0 at the end, nil on a fault.
    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int? {
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count >= 0 { return count }
            guard errno == EINTR else { return nil }
        }
    }

    /// Sends all the bytes; false when the client no longer takes them. Never raises SIGPIPE.
    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
        #endif
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
            if count < 0 {
                guard errno == EINTR else { return false }
            } else {
                rest = rest.dropFirst(count)
            }
        }
        return true
    }

    /// Waits until one of the descriptors has something to say or the time is over.
    ///
    /// - Parameters:
    ///   - readable: Descriptors waited on for bytes, for a connection, or for their end.
    ///   - hangUp: A descriptor of which only a broken connection is of interest; nil for none.
    ///   - milliseconds: The longest wait; nil for no limit.
    /// - Returns: For each of `readable` and then `hangUp` whether it has something to say.
    static func wait(readable: [Int32], hangUp: Int32? = nil, milliseconds: Int? = nil) -> [Bool] {
        var entries = readable.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let hangUp { entries.append(pollfd(fd: hangUp, events: 0, revents: 0)) }
        let timeout = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
        while poll(&entries, nfds_t(entries.count), timeout) < 0 {
            guard errno == EINTR else { break }
        }
        return entries.map { $0.revents != 0 }
    }

    /// A pipe whose reading end becomes readable, for good, when a byte is written to the other.
    static func makePipe() throws(SystemCallError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure("pipe") }
        do throws(SystemCallError) {
            try keepFromChildren(ends[0])
            try keepFromChildren(ends[1])
        } catch {
            close(ends[0])
            close(ends[1])
            throw error
        }
        return (ends[0], ends[1])
    }

    static func writeByte(_ descriptor: Int32) {
        var byte: UInt8 = 1
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }

    /// Ends one direction of a connection or both, which wakes the thread that waits on it.
    static func shutDown(_ descriptor: Int32, reading: Bool, writing: Bool) {
        #if canImport(Glibc)
            let (read, write, both) = (Int32(SHUT_RD), Int32(SHUT_WR), Int32(SHUT_RDWR))
        #else
            let (read, write, both) = (SHUT_RD, SHUT_WR, SHUT_RDWR)
        #endif
        _ = shutdown(descriptor, reading && writing ? both : reading ? read : write)
    }

    static func close(_ descriptor: Int32) {
        systemClose(descriptor)
    }

    static func failure(_ call: String) -> SystemCallError {
        SystemCallError(call: call, code: errno)
    }

    // MARK: Parts

    private static func keepFromChildren(_ descriptor: Int32) throws(SystemCallError) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw failure("fcntl") }
    }

    private static func setFlag(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32
    ) throws(SystemCallError) {
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(descriptor, level, option, &on, size) == 0 else { throw failure("setsockopt") }
    }

    private static func bindLoopback(_ descriptor: Int32, port: UInt16) throws(SystemCallError) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard result == 0 else { throw failure("bind") }
    }

    private static func boundPort(_ descriptor: Int32) throws(SystemCallError) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { throw failure("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }
}

// The system's functions that share a name with a method above and so cannot be seen from inside the type.

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

private func systemAccept(_ listener: Int32) -> Int32 {
    accept(listener, nil, nil)
}

private func systemSend(
    _ descriptor: Int32,
    _ bytes: UnsafeRawPointer?,
    _ count: Int,
    _ flags: Int32
) -> Int {
    send(descriptor, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) {
    _ = close(descriptor)
}
