#if os(Linux)
    import Foundation

    /// A datagram socket in a temporary folder that listens as the journal does.
    final class FakeJournal {
        struct Failed: Error {}

        /// One thing that arrived.
        struct Arrival {
            var datagram: [UInt8]
            /// What the file that came along holds; nil when none came.
            var file: [UInt8]?
            /// The file's seals, as `F_GET_SEALS` gives them.
            var seals: Int32?
        }

        let path: String
        private let folder: URL
        private var descriptor: Int32 = -1

        init() throws {
            // A socket's path has 108 bytes at most, so the folder's name is short.
            let name = "kl-\(UUID().uuidString.prefix(13))"
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appendingPathComponent("s").path
            try listen()
        }

        func listen() throws {
            #if canImport(Glibc)
                descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            #else
                descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
            #endif
            var address = sockaddr_un()
            guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failed() }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            guard isBound else { throw Failed() }
        }

        /// Stops listening; the socket's file stays, as after a crash.
        func crash() {
            close(descriptor)
            descriptor = -1
        }

        func restart() throws {
            crash()
            unlink(path)
            try listen()
        }

        /// What arrived and was not received yet; nil when there is nothing.
        func receive() -> Arrival? {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            var control = [UInt8](repeating: 0, count: 256)
            var count = 0
            var controlCount = 0
            buffer.withUnsafeMutableBytes { buffer in
                control.withUnsafeMutableBytes { control in
                    var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
                    withUnsafeMutablePointer(to: &part) { part in
                        var message = msghdr()
                        message.msg_iov = part
                        message.msg_iovlen = 1
                        message.msg_control = control.baseAddress
                        message.msg_controllen = .init(control.count)
                        count = recvmsg(descriptor, &message, Int32(MSG_DONTWAIT))
                        controlCount = Int(message.msg_controllen)
                    }
                }
            }
            guard count >= 0 else { return nil }
            var arrival = Arrival(datagram: Array(buffer[..<count]))
            // On 64-bit systems the descriptor stands behind a header of 16 bytes.
            if controlCount >= 20 {
                let file = control.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: Int32.self) }
                arrival.seals = fcntl(file, 1_034)
                let size = max(0, Int(lseek(file, 0, SEEK_END)))
                var content = [UInt8](repeating: 0, count: size)
                let read = pread(file, &content, size, 0)
                arrival.file = read == size ? content : nil
                close(file)
            }
            return arrival
        }

        /// The fields of the datagram that arrived.
        func receiveFields() throws -> JournalFields {
            guard let arrival = receive() else { throw Failed() }
            return try JournalFields(arrival.datagram)
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
            try? FileManager.default.removeItem(at: folder)
        }
    }
#endif
