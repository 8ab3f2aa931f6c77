#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The control message that hands a file descriptor to another process.
    ///
    /// C's `CMSG_` macros are not visible here, so their arithmetic is done by hand: a header, the descriptor behind
    /// it, and the whole rounded up to the size of a word.
    struct DescriptorControlMessage {
        private var words: [UInt]

        init(descriptor: Int32) {
            let headerSize = Self.roundedUp(MemoryLayout<cmsghdr>.size)
            let length = headerSize + MemoryLayout<Int32>.size
            var header = cmsghdr()
            header.cmsg_len = .init(length)
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = Int32(SCM_RIGHTS)
            words = Array(repeating: 0, count: Self.roundedUp(length) / MemoryLayout<UInt>.size)
            words.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: header, as: cmsghdr.self)
                bytes.storeBytes(of: descriptor, toByteOffset: headerSize, as: Int32.self)
            }
        }

        /// Runs `body` with the message.
        mutating func withBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
            words.withUnsafeMutableBytes(body)
        }

        private static func roundedUp(_ count: Int) -> Int {
            let word = MemoryLayout<UInt>.size
            return (count + word - 1) / word * word
        }
    }
#endif
