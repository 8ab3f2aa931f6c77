#if os(Linux)
    import CLibcurl
    import KeylightTransport
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    @testable import KeylightCurl

    /// libcurl up to 7.86 writes TLS in a way that raises SIGPIPE, which ends a process that does nothing about it.
    @Suite(.timeLimit(.minutes(5)))
    struct BrokenPipeTests {
        /// Writes to a pipe that nobody reads from.
        static func breakPipe() -> Int32 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return 0 }
            close(ends[0])
            defer { close(ends[1]) }
            return write(ends[1], "x", 1) < 0 ? errno : 0
        }

        static var mask: sigset_t {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return mask
        }

        static func contains(_ set: sigset_t, _ signal: Int32) -> Bool {
            var set = set
            return sigismember(&set, signal) == 1
        }

        static var isPending: Bool {
            var pending = sigset_t()
            sigemptyset(&pending)
            sigpending(&pending)
            return contains(pending, SIGPIPE)
        }

        @Test("without the guard the process would end, so the tests below prove something")
        func unguarded() async {
            await #expect(processExitsWith: .signal(SIGPIPE)) {
                signal(SIGPIPE, SIG_DFL)
                _ = BrokenPipeTests.breakPipe()
            }
        }

        @Test("a broken pipe inside the guard ends nothing, and leaves nothing behind")
        func guarded() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                signal(SIGPIPE, SIG_DFL)
                var error: Int32 = 0
                keylight_curl_without_broken_pipe(
                    { $0?.storeBytes(of: BrokenPipeTests.breakPipe(), as: Int32.self) },
                    &error
                )
                #expect(error == EPIPE)
                #expect(!BrokenPipeTests.isPending)
                #expect(!BrokenPipeTests.contains(BrokenPipeTests.mask, SIGPIPE))
            }
        }

        @Test("a signal that the app itself has waiting stays the app's")
        func foreignSignal() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                var brokenPipe = sigset_t()
                sigemptyset(&brokenPipe)
                sigaddset(&brokenPipe, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
                pthread_kill(pthread_self(), SIGPIPE)
                keylight_curl_without_broken_pipe({ _ in _ = BrokenPipeTests.breakPipe() }, nil)
                #expect(BrokenPipeTests.isPending)
                #expect(BrokenPipeTests.contains(BrokenPipeTests.mask, SIGPIPE))
            }
        }

        /// The system's view of a thread: its blocked signals, the first one as the lowest bit.
        private static func blockedSignals(ofThreadsNamed name: String) -> [UInt64] {
            guard let folder = opendir("/proc/self/task") else { return [] }
            defer { closedir(folder) }
            var found: [UInt64] = []
            while let entry = readdir(folder) {
                let number = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard let status = read("/proc/self/task/\(number)/status"),
                    status.hasPrefix("Name:\t\(name)\n"),
                    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigBlk:\t") })
                else { continue }
                found.append(UInt64(line.dropFirst(8), radix: 16) ?? 0)
            }
            return found
        }

        private static func read(_ path: String) -> String? {
            guard let file = fopen(path, "r") else { return nil }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
        }

        @Test(
            "the thread of a request takes no signal of the app's, and keeps its own faults",
            .reachesLoopback
        )
        func thread() async throws {
            let server = try RawServer { connection, _ in
                connection.waitForHangUp()
                return false
            }
            let transport = try CurlTransport()
            let task = Task { try await transport.send(.test(server)) }
            await server.wait(for: .request)
            let masks = Self.blockedSignals(ofThreadsNamed: KEYLIGHT_CURL_THREAD_NAME)
            // Threads of the tests beside this one that are just born or about to end block everything.
            #expect(
                masks.contains { mask in
                    [SIGPIPE, SIGTERM, SIGINT, SIGUSR1, SIGCHLD].allSatisfy { mask >> ($0 - 1) & 1 == 1 }
                        && [SIGSEGV, SIGABRT, SIGILL].allSatisfy { mask >> ($0 - 1) & 1 == 0 }
                }
            )
            task.cancel()
            _ = await task.result
        }
    }
#endif
