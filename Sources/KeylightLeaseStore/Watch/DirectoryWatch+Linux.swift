#if os(Linux)
    import Dispatch

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Tells of changes of one name in a directory, through inotify.
    enum DirectoryWatch {
        static func start(
            _ directory: String,
            name: String,
            _ changed: @escaping @Sendable () -> Void
        ) -> StoreWatch? {
            let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            let events = UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_ONLYDIR)
            guard inotify_add_watch(descriptor, directory, events) >= 0 else {
                close(descriptor)
                return nil
            }
            // Any thread may cancel a source; the module does not say so on this system.
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor,
                queue: .global(qos: .utility)
            )
            source.setEventHandler { if drain(descriptor, lookingFor: name) { changed() } }
            source.setCancelHandler { close(descriptor) }
            source.activate()
            return StoreWatch { source.cancel() }
        }

        /// Reads what has happened; true when the name was among it, or when the system lost count.
        private static func drain(_ descriptor: Int32, lookingFor name: String) -> Bool {
            var isFound = false
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return isFound }
                isFound = InotifyEvents.mention(name, in: buffer.prefix(count)) || isFound
            }
        }
    }
#endif
