#if canImport(Darwin)
    import Darwin
    import Dispatch

    /// Tells of changes in a directory; of which name the system does not say.
    enum DirectoryWatch {
        static func start(
            _ directory: String,
            name: String,
            _ changed: @escaping @Sendable () -> Void
        ) -> StoreWatch? {
            let descriptor = open(directory, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor,
                eventMask: .write,
                queue: .global(qos: .utility)
            )
            source.setEventHandler { changed() }
            source.setCancelHandler { _ = close(descriptor) }
            source.activate()
            let watched = Source(source: source)
            return StoreWatch { watched.source.cancel() }
        }

        /// A source that any thread may cancel, which not every version of the SDK says.
        private struct Source: @unchecked Sendable {
            let source: any DispatchSourceFileSystemObject
        }
    }
#endif
