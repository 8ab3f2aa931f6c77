import KeylightClock
import KeylightCore
import Testing

@Suite struct SystemBackgroundRunnerTests {
    @Test func runsTheOperation() async {
        let (ended, end) = AsyncStream.makeStream(of: Int.self)
        _ = SystemBackgroundRunner().run { end.yield(1) }
        for await value in ended {
            #expect(value == 1)
            break
        }
    }

    @Test func runsAtTheGivenPriority() async {
        let (ended, end) = AsyncStream.makeStream(of: TaskPriority.self)
        _ = SystemBackgroundRunner(priority: .background).run { end.yield(Task.basePriority ?? .high) }
        for await priority in ended {
            #expect(priority == .background)
            break
        }
    }

    @Test func doesNotInheritTheCallersTaskLocals() async {
        let (ended, end) = AsyncStream.makeStream(of: Int.self)
        Local.$value.withValue(1) {
            _ = SystemBackgroundRunner().run { end.yield(Local.value) }
        }
        for await value in ended {
            #expect(value == 0)
            break
        }
    }

    @Test func cancelEndsASleepOfTheOperation() async {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let clock = SystemClock()
        let task = SystemBackgroundRunner().run {
            start.yield()
            do {
                try await clock.sleep(until: ContinuousInstant(nanoseconds: .max))
                end.yield(false)
            } catch {
                end.yield(Task.isCancelled)
            }
        }
        for await _ in started { break }
        task.cancel()
        task.cancel()
        for await wasCancelled in ended {
            #expect(wasCancelled)
            break
        }
    }

    @Test func lettingGoOfTheHandleCancelsNothing() async {
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        _ = SystemBackgroundRunner().run {
            for await _ in gate { break }
            end.yield(Task.isCancelled)
        }
        open.yield()
        for await wasCancelled in ended {
            #expect(!wasCancelled)
            break
        }
    }

    @Test func handleCallsItsCancellation() async {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        BackgroundTask { call.yield() }.cancel()
        for await _ in calls { break }
    }
}

private enum Local {
    @TaskLocal static var value = 0
}
