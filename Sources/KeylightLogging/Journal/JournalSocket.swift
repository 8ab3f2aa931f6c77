#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The sending end of the journal's datagram socket.
    ///
    /// It is not connected: each datagram names its target, so that a journal that was restarted is found again.
    final class JournalSocket: Sendable {
        private struct State {
            var isStalled = false
            var lostCount = 0
        }

        private let descriptor: Int32
        private let address: UnixSocketAddress
        private let makeMemoryFile: @Sendable ([UInt8]) -> SealedMemoryFile?
        private let state = Locked(State())

        /// Makes a socket, and finds out whether somebody listens at the path.
        ///
        /// - Parameters:
        ///   - path: Where the journal listens.
        ///   - patienceInMicroseconds: How long a journal that stands still is waited for; 100 ms is what a user does
        ///     not notice.
        ///   - makeMemoryFile: Makes the file for what does not fit into a datagram.
        init(
            path: String,
            patienceInMicroseconds: Int = 100_000,
            makeMemoryFile: @escaping @Sendable ([UInt8]) -> SealedMemoryFile? = { SealedMemoryFile($0) }
        ) throws(JournalUnavailable) {
            guard let address = UnixSocketAddress(path: path) else {
                throw JournalUnavailable(socketPath: path, errorNumber: ENAMETOOLONG)
            }
            let probe = Self.makeSocket()
            guard probe >= 0 else { throw JournalUnavailable(socketPath: path, errorNumber: errno) }
            let isReached = address.withPointer { connect(probe, $0, $1) } == 0
            let connectError = errno
            close(probe)
            guard isReached else { throw JournalUnavailable(socketPath: path, errorNumber: connectError) }

            let descriptor = Self.makeSocket()
            guard descriptor >= 0 else { throw JournalUnavailable(socketPath: path, errorNumber: errno) }
            var patience = timeval(tv_sec: 0, tv_usec: patienceInMicroseconds)
            setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_SNDTIMEO,
                &patience,
                socklen_t(MemoryLayout<timeval>.size)
            )
            self.descriptor = descriptor
            self.address = address
            self.makeMemoryFile = makeMemoryFile
        }

        deinit {
            close(descriptor)
        }

        /// How many entries were not sent.
        var lostCount: Int {
            state.withLock { $0.lostCount }
        }

        /// How the next datagram is sent: without waiting, when the last wait was in vain.
        var sendFlags: Int32 {
            let isStalled = state.withLock { $0.isStalled }
            return Int32(MSG_NOSIGNAL) | (isStalled ? Int32(MSG_DONTWAIT) : 0)
        }

        /// Sends an entry: as a datagram, else as a memory file, else the short form as a datagram.
        func send(_ entry: JournalEntry, orShort short: () -> JournalEntry) {
            var error = sendDatagram(entry.bytes)
            if error == EMSGSIZE || error == ENOBUFS {
                error = sendMemoryFile(entry.bytes)
                if error != 0 {
                    error = sendDatagram(short().bytes)
                }
            }
            state.withLock { [error] state in
                state.isStalled = error == EAGAIN
                if error != 0, state.lostCount < Int.max {
                    state.lostCount += 1
                }
            }
        }

        /// Sends bytes, and returns 0 or the error number.
        private func sendDatagram(_ bytes: [UInt8]) -> Int32 {
            bytes.withUnsafeBytes { buffer in
                var part = iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                    iov_len: buffer.count
                )
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    return send(&message)
                }
            }
        }

        /// Hands the journal a memory file that holds the bytes, and returns 0 or the error number.
        private func sendMemoryFile(_ bytes: [UInt8]) -> Int32 {
            guard let file = makeMemoryFile(bytes) else { return ENOSYS }
            defer { file.close() }
            var control = DescriptorControlMessage(descriptor: file.descriptor)
            return control.withBytes { buffer in
                var message = msghdr()
                message.msg_control = buffer.baseAddress
                message.msg_controllen = .init(buffer.count)
                return send(&message)
            }
        }

        private func send(_ message: inout msghdr) -> Int32 {
            let flags = sendFlags
            return address.withPointer { pointer, count in
                message.msg_name = UnsafeMutableRawPointer(mutating: pointer)
                message.msg_namelen = count
                while true {
                    if sendmsg(descriptor, &message, flags) >= 0 { return 0 }
                    if errno != EINTR { return errno }
                }
            }
        }

        private static func makeSocket() -> Int32 {
            #if canImport(Glibc)
                let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            #else
                let type = SOCK_DGRAM | SOCK_CLOEXEC
            #endif
            return socket(AF_UNIX, type, 0)
        }
    }
#endif
