#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The address of a socket in the file system.
    struct UnixSocketAddress: Sendable {
        private let address: sockaddr_un

        /// Makes an address; nil when the path is empty, too long for one, or holds a zero byte.
        init?(path: String) {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
                // One byte stays for the zero at the end.
                guard !bytes.isEmpty, bytes.count < room.count, !bytes.contains(0) else { return false }
                room.copyBytes(from: bytes)
                return true
            }
            guard fits else { return nil }
            self.address = address
        }

        /// Runs `body` with the address as the socket calls want it.
        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }
#endif
