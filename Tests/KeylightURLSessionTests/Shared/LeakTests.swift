#if os(Linux)
    import KeylightTransport
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// BL-060, BL-061: descriptors, threads and memory, each in a process where nothing else is counted.
    @Suite(.reachesLoopback, .timeLimit(.minutes(5)))
    struct LeakTests {
        /// Dispatch's and Swift's own threads come and go; a leak would be one for each request.
        static let moreThreads = 40

        /// A sanitizer keeps memory of its own.
        static var moreMemory: Int { getenv("TSAN_OPTIONS") == nil ? 5 << 20 : Int.max }

        /// Many requests at four at a time over transports that are let go of.
        static func work(_ server: RawServer, transports: Int, requests: Int, cancelling: Bool = false)
            async throws
        {
            for _ in 0..<transports {
                let transport = try UnderTest.makeTransport()
                for _ in 0..<(requests / 4) {
                    await withTaskGroup(of: Bool.self) { group in
                        for number in 0..<4 {
                            group.addTask {
                                let task = Task { try await transport.send(.test(server)) }
                                for _ in 0..<(number * 3) where cancelling { await Task.yield() }
                                if cancelling { task.cancel() }
                                switch await task.result {
                                case .success(let response): return response.status == 200
                                case .failure(let error): return cancelling && error is CancellationError
                                }
                            }
                        }
                        for await isExpected in group { #expect(isExpected) }
                    }
                }
            }
        }

        /// Does the work once for what the system and the stack keep for good, and again; returns what grew.
        static func growth(
            transports: Int,
            requests: Int,
            cancelling: Bool = false
        ) async throws -> (descriptors: Int, threads: Int, memory: Int) {
            let server = try RawServer { connection, _ in
                connection.send(HTTPText.reply(200, body: "{}"))
                return true
            }
            try await work(
                server,
                transports: min(transports, 5),
                requests: min(requests, 100),
                cancelling: cancelling
            )
            let port = server.port
            #expect(await settles(at: 0) { Sockets.connectionCount(to: port) + server.openCount })
            // The lowest that it comes to: something of the first round may be about to be closed.
            let descriptors = await lowest { ProcessFigures.descriptors }
            let (threads, memory) = (ProcessFigures.threads, ProcessFigures.memory)
            try await work(server, transports: transports, requests: requests, cancelling: cancelling)
            _ = await settles(at: descriptors) { ProcessFigures.descriptors }
            return (
                ProcessFigures.descriptors - descriptors, ProcessFigures.threads - threads,
                ProcessFigures.memory - memory
            )
        }

        private static func lowest(_ count: () -> Int) async -> Int {
            var lowest = Int.max
            for _ in 0..<200 {
                lowest = min(lowest, count())
                for _ in 0..<10 { await Task.yield() }
            }
            return lowest
        }

        @Test("hundreds of requests over one transport")
        func requests() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let growth = try await LeakTests.growth(transports: 1, requests: 400)
                #expect(growth.descriptors <= 0, "\(growth)")
                #expect(growth.threads <= LeakTests.moreThreads)
                #expect(growth.memory < LeakTests.moreMemory)
            }
        }

        @Test("hundreds of requests that are cancelled somewhere")
        func cancellations() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let growth = try await LeakTests.growth(transports: 1, requests: 400, cancelling: true)
                #expect(growth.descriptors <= 0, "\(growth)")
                #expect(growth.threads <= LeakTests.moreThreads)
            }
        }

        @Test("dozens of transports, one after the other")
        func transports() async {
            await #expect(processExitsWith: .success) {
                ChildProcess.closeInheritedSockets()
                let growth = try await LeakTests.growth(transports: 50, requests: 4)
                #expect(growth.descriptors <= 0, "\(growth)")
                #expect(growth.threads <= LeakTests.moreThreads)
            }
        }
    }
#endif
