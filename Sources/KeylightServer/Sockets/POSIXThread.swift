#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread of the system.
///
/// The server blocks in reads, which must never happen on a thread of Swift's own pool: there are only as
/// many of those as cores, and the client under test runs on them.
struct POSIXThread: @unchecked Sendable {
    // Unchecked for Darwin, where the handle is an opaque pointer; it is only ever handed to pthread_join.
    private let handle: pthread_t

    /// Starts a thread. Somebody has to `join` it, exactly once.
    init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        let code = pthread_create(&created, nil, { runBody($0) }, box.toOpaque())
        #if canImport(Darwin)
            guard code == 0, let created else {
                box.release()
                throw SystemCallError(call: "pthread_create", code: code)
            }
        #else
            guard code == 0 else {
                box.release()
                throw SystemCallError(call: "pthread_create", code: code)
            }
        #endif
        handle = created
    }

    /// Waits for the thread's end and gives its resources back.
    func join() {
        pthread_join(handle, nil)
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// Takes an optional, because the argument of a thread's start is one on Linux and none on Darwin.
private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
