import KeylightTesting
import Testing

@Suite struct ManualExecutorTests {
    private let executor = ManualExecutor()

    @Test func nothingRunsBeforeADrain() throws {
        let journal = Journal()
        Task(executorPreference: executor) { await journal.add("ran") }
        #expect(executor.pendingJobCount == 1)
        try executor.drain()
        #expect(executor.pendingJobCount == 0)
        #expect(try entries(of: journal) == ["ran"])
    }

    @Test func emptyDrainRunsNothing() throws {
        #expect(try executor.drain() == 0)
    }

    @Test func drainCountsJobs() throws {
        for _ in 0..<3 { Task(executorPreference: executor) {} }
        #expect(try executor.drain() == 3)
        #expect(try executor.drain() == 0)
    }

    @Test func jobsRunInTheOrderInWhichTheyCame() throws {
        let journal = Journal()
        for number in 0..<20 {
            Task(executorPreference: executor) { await journal.add("\(number)") }
        }
        try executor.drain()
        #expect(try entries(of: journal) == (0..<20).map { "\($0)" })
    }

    @Test func catchesChildrenActorsAndStreams() throws {
        let journal = Journal()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        Task(executorPreference: executor) {
            async let child: Void = journal.add("child")
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 { group.addTask { await journal.add("group \(number)") } }
            }
            await child
            for await value in stream { await journal.add("stream \(value)") }
            await journal.add("end")
        }
        try executor.drain()
        #expect(try entries(of: journal) == ["child", "group 0", "group 1", "group 2"])
        continuation.yield(1)
        continuation.yield(2)
        continuation.finish()
        try executor.drain()
        #expect(try entries(of: journal).suffix(3) == ["stream 1", "stream 2", "end"])
    }

    @Test func endlessWorkIsAnError() throws {
        let task = Task(executorPreference: executor) {
            // Not a wait in a test but what a drain must survive: work that never comes to rest.
            while !Task.isCancelled { await Task.yield() }
        }
        #expect(throws: ManualExecutorError.endlessWork(jobs: 50)) { try executor.drain(limit: 50) }
        task.cancel()
        #expect(try executor.drain() > 0)
    }

    @Test func limitItselfIsAllowed() throws {
        for _ in 0..<5 { Task(executorPreference: executor) {} }
        #expect(try executor.drain(limit: 5) == 5)
        for _ in 0..<5 { Task(executorPreference: executor) {} }
        #expect(throws: ManualExecutorError.endlessWork(jobs: 4)) { try executor.drain(limit: 4) }
        #expect(try executor.drain() == 1)
    }

    @Test func drainFromInsideAJobIsAnError() throws {
        let executor = executor
        let (results, result) = AsyncStream.makeStream(of: ManualExecutorError.self)
        Task(executorPreference: executor) {
            do throws(ManualExecutorError) { try executor.drain() } catch { result.yield(error) }
            result.finish()
        }
        try executor.drain()
        let journal = Journal()
        Task(executorPreference: executor) {
            for await error in results { await journal.add("\(error == .alreadyDraining)") }
        }
        try executor.drain()
        #expect(try entries(of: journal) == ["true"])
    }

    @Test func enqueuesFromManyThreads() async throws {
        let executor = executor
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<100 { Task(executorPreference: executor) {} } }
            }
        }
        #expect(executor.pendingJobCount == 800)
        #expect(try executor.drain() == 800)
    }

    @Test func errorsSayWhatToDo() {
        #expect(ManualExecutorError.endlessWork(jobs: 7).description.contains("7 jobs"))
        #expect(ManualExecutorError.alreadyDraining.description.contains("from the test itself"))
    }

    private func entries(of journal: Journal) throws -> [String] {
        let simulation = Simulation()
        return try simulation.run { await journal.entries }
    }
}
