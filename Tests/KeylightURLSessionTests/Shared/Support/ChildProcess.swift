#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What keeps a test in a process of its own apart from the tests beside it.
    enum ChildProcess {
        /// To be called first of all in such a process.
        ///
        /// On Linux it inherits the descriptors of its parent, and a connection whose one end it held would not end
        /// before it does, for all who wait for that.
        static func closeInheritedSockets() {
            for descriptor in 3..<4_096 as Range<Int32> {
                var status = stat()
                if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { close(descriptor) }
            }
        }
    }
#endif
