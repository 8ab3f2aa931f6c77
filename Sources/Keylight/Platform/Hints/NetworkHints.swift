#if canImport(Network)
    import Dispatch
    import KeylightClock
    import Network

    /// A network came up, or became another.
    struct NetworkHints: SystemHintSource {
        func listen(_ handler: @escaping @Sendable (SystemHint) -> Void) -> BackgroundTask {
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in
                if path.status == .satisfied { handler(.networkChanged) }
            }
            monitor.start(queue: DispatchQueue(label: "dev.keylight.network"))
            return BackgroundTask { monitor.cancel() }
        }
    }
#endif
