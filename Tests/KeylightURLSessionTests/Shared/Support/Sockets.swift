#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few socket calls that the test server needs.
enum Sockets {
    struct Failure: Error {
        var call: String
        var code: Int32
    }

    private static func makeSocket() throws -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        return descriptor
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// A socket that is connected to that port of 127.0.0.1.
    static func connect(toPort port: UInt16) throws -> Int32 {
        let descriptor = try makeSocket()
        var address = loopback(port: port)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemConnect(descriptor, $0) }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(call: "connect", code: code)
        }
        return descriptor
    }

    /// A socket that has a port of 127.0.0.1 and does not listen: connections are refused, and nobody else gets the
    /// port.
    static func reserve() throws -> (descriptor: Int32, port: UInt16) {
        try listen(isOpen: false)
    }

    /// A socket that listens on a free port of 127.0.0.1, and that port.
    static func listen(isOpen: Bool = true) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try makeSocket()
        var address = loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && (!isOpen || systemListen(descriptor) == 0)
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard status else {
            let code = errno
            close(descriptor)
            throw Failure(call: "bind", code: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// How many sockets of this process are connected to that port of 127.0.0.1.
    ///
    /// Counting these, and not all descriptors, keeps the tests beside this one out of the count.
    static func connectionCount(to port: UInt16) -> Int { connections(to: port).count }

    /// The sockets of this process that are connected to that port of 127.0.0.1.
    static func connections(to port: UInt16) -> [Int32] {
        (0..<4_096 as Range<Int32>).filter { descriptor in
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getpeername(descriptor, $0, &size)
                }
            }
            return status == 0 && address.sin_family == sa_family_t(AF_INET)
                && address.sin_port == port.bigEndian
        }
    }

    static func isClosedInChildren(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC != 0
    }

    static func systemAccept(_ listener: Int32) -> Int32 {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }

    /// What is there, up to 64 KiB; empty at the end of the connection.
    static func receive(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// Sends all bytes; false when the other side takes no more.
    static func send(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            let flags: Int32 = 0
        #else
            let flags = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0, flags) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Wakes whoever reads from it or accepts on it.
    static func hangUp(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
        #else
            _ = shutdown(descriptor, SHUT_RDWR)
        #endif
    }

    /// Has the system drop what is unsent and send a reset when the descriptor is closed.
    static func resetAtEnd(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    static func systemClose(_ descriptor: Int32) {
        close(descriptor)
    }
}

// Within the type above, its own functions of these names would be found first.

private func systemListen(_ descriptor: Int32) -> Int32 {
    listen(descriptor, 64)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>) -> Int32 {
    connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, flags)
}
