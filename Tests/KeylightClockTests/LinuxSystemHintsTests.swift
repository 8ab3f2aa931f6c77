#if canImport(Glibc)
    import Glibc
    @testable import KeylightClock
    import KeylightCore
    import Testing

    /// What the machine's clocks are said to do.
    @Suite("Linux system hints")
    struct LinuxSystemHintsTests {
        @Test("A hub tells each listener, once, of what its watch noticed")
        func hub() throws {
            let bench = HubBench()
            let (first, second) = (Hints(), Hints())
            let one = bench.hub.listen(first.add)
            let two = bench.hub.listen(second.add)
            #expect(bench.watchCount == 1)
            try #require(bench.watch).happen(.wallClockSet)
            first.wait(for: 1)
            second.wait(for: 1)
            #expect(first.all == [.clockChanged])
            #expect(second.all == [.clockChanged])

            two.cancel()
            bench.suspended.withLock { $0 += 2_000_000_000 }
            try #require(bench.watch).happen(.interval)
            first.wait(for: 1)
            #expect(first.all == [.clockChanged, .woke])
            #expect(second.all == [.clockChanged])

            one.cancel()
            bench.joinThreads()
            #expect(bench.watch?.isStopped == true)
        }

        @Test("Whoever listens again after the last one left is told again")
        func again() throws {
            let bench = HubBench()
            let hints = Hints()
            bench.hub.listen(hints.add).cancel()
            bench.joinThreads()
            let task = bench.hub.listen(hints.add)
            #expect(bench.watchCount == 2)
            try #require(bench.watch).happen(.wallClockSet)
            hints.wait(for: 1)
            #expect(hints.all == [.clockChanged])
            task.cancel()
            task.cancel()
            bench.joinThreads()
        }

        @Test("A handler may stop listening")
        func cancelInside() throws {
            let bench = HubBench()
            let hints = Hints()
            let task = Locked<BackgroundTask?>(nil)
            task.withLock {
                $0 = bench.hub.listen { hint in
                    hints.add(hint)
                    task.withLock { $0 }?.cancel()
                }
            }
            try #require(bench.watch).happen(.wallClockSet)
            hints.wait(for: 1)
            bench.joinThreads()
            #expect(hints.all == [.clockChanged])
        }

        @Test("Without timers, or without a thread, nothing is told, and the next listener tries again")
        func unsupported() {
            let attempts = Locked(0)
            let without = ClockWatchHub(
                makeWatch: {
                    attempts.withLock { $0 += 1 }
                    return nil
                },
                suspended: { 0 },
                startThread: { _ in true }
            )
            without.listen { _ in }.cancel()
            without.listen { _ in }.cancel()
            #expect(attempts.withLock { $0 } == 2)

            let threadless = ClockWatchHub(
                makeWatch: {
                    attempts.withLock { $0 += 1 }
                    return ScriptedWatch()
                },
                suspended: { 0 },
                startThread: { _ in false }
            )
            let task = threadless.listen { _ in }
            threadless.listen { _ in }.cancel()
            task.cancel()
            #expect(attempts.withLock { $0 } == 4)
        }

        @Test("A watch notices what its descriptors say, with a pipe in place of the kernel's timer")
        func watch() throws {
            let calls = try #require(TimerDescriptorCalls())
            let ends = try pipeEnds()
            let watch = TimerDescriptorWatch(
                wallClock: ends[0],
                interval: try #require(calls.interval(seconds: 3_600)),
                stopping: try #require(calls.event())
            ) { timer in
                var byte: UInt8 = 0
                return read(timer.number, &byte, 1) == 1 && byte == 1
            }
            // Readable, but not cancelled: what is not a change of the clock is none.
            for byte: UInt8 in [0, 1] {
                _ = withUnsafeBytes(of: byte) { write(ends[1].number, $0.baseAddress, 1) }
            }
            #expect(watch.wait() == .wallClockSet)
            watch.stop()
            #expect(watch.wait() == .stopped)
            #expect(watch.wait() == .stopped)
        }

        @Test("A descriptor that breaks ends the watch and does not make it spin")
        func brokenDescriptor() throws {
            let calls = try #require(TimerDescriptorCalls())
            var ends = try pipeEnds()
            let watch = TimerDescriptorWatch(
                wallClock: ends.removeFirst(),
                interval: try #require(calls.interval(seconds: 3_600)),
                stopping: try #require(calls.event())
            ) { _ in false }
            // With the writing end gone the other one hangs up.
            ends = []
            #expect(watch.wait() == .stopped)
        }

        @Test("The kernel has the timer, and it has not been cancelled by itself")
        func realTimer() throws {
            let calls = try #require(TimerDescriptorCalls())
            let timer = try #require(calls.wallClockAlarm())
            #expect(calls.rearm(timer))
            let watch = try #require(TimerDescriptorWatch())
            watch.stop()
            #expect(watch.wait() == .stopped)
        }

        @Test("Two hundred starts and ends leave no descriptor and no thread")
        func noLeak() throws {
            let threads = Locked<[UInt]>([])
            let hub = ClockWatchHub(
                makeWatch: { TimerDescriptorWatch() },
                suspended: { SystemClock.suspendedNanoseconds() },
                startThread: { body in
                    guard let thread = WatchThread.create(body) else { return false }
                    threads.withLock { $0.append(UInt(thread)) }
                    return true
                }
            )
            let idle = alarmCount()
            for _ in 0..<200 {
                let tasks = (0..<3).map { _ in LinuxSystemHints(hub: hub).listen { _ in } }
                #expect(alarmCount() > idle)
                for task in tasks { task.cancel() }
                for thread in threads.withLock({ $0 }) { pthread_join(pthread_t(thread), nil) }
                #expect(threads.withLock { $0.count } == 1)
                threads.withLock { $0 = [] }
                #expect(alarmCount() == idle)
            }
        }

        @Test("A thread of its own takes none of the app's signals, and leaves the mask of its maker alone")
        func thread() throws {
            let (own, before) = (Locked(false), blocksTerminate())
            let thread = try #require(WatchThread.create { own.withLock { $0 = blocksTerminate() } })
            pthread_join(thread, nil)
            #expect(own.withLock { $0 })
            #expect(blocksTerminate() == before)
        }

        /// How many descriptors of this process are timers that the kernel cancels when the clock is set.
        private func alarmCount() -> Int {
            guard let folder = opendir("/proc/self/fdinfo") else { return -1 }
            defer { closedir(folder) }
            var count = 0
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard let file = fopen("/proc/self/fdinfo/\(name)", "r") else { continue }
                defer { fclose(file) }
                var bytes = [UInt8](repeating: 0, count: 1_024)
                let length = fread(&bytes, 1, bytes.count, file)
                let text = String(decoding: bytes.prefix(length), as: UTF8.self)
                if text.contains("clockid: 0\n"), text.contains("settime flags: 03\n") { count += 1 }
            }
            return count
        }

        private func pipeEnds() throws -> [OwnedDescriptor] {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            return try ends.map { try #require(OwnedDescriptor($0)) }
        }
    }

    /// Whether the calling thread blocks the signal that asks a process to end.
    private func blocksTerminate() -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, SIGTERM) == 1
    }

    /// The rule that makes hints of events.
    @Suite("Suspension rule")
    struct SuspensionRuleTests {
        @Test("A clock that was set is told of, an interval is not")
        func awake() {
            var rule = SuspensionRule(suspended: 7)
            #expect(rule.hints(after: .wallClockSet, suspended: 7) == [.clockChanged])
            #expect(rule.hints(after: .interval, suspended: 7) == [])
            #expect(rule.hints(after: .stopped, suspended: .max) == [])
        }

        @Test(
            "The machine has slept when the difference of its clocks has grown by half a second",
            arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)]
        )
        func slept(beside: Int64, isSleep: Bool) {
            var rule = SuspensionRule(suspended: 1_000)
            let now = 1_000 + SuspensionRule.leastSleep + beside
            #expect(rule.hints(after: .interval, suspended: now) == (isSleep ? [.woke] : []))
            #expect(rule.hints(after: .interval, suspended: now) == [])
        }

        @Test("A wall clock that is set on waking up is told of as waking up, and the next one as itself")
        func both() {
            var rule = SuspensionRule(suspended: 0)
            #expect(rule.hints(after: .wallClockSet, suspended: 5_000_000_000) == [.woke])
            #expect(rule.hints(after: .wallClockSet, suspended: 5_000_000_000) == [.clockChanged])
        }

        @Test("Reads that are a little off add up to no sleep, and extremes do not trap")
        func extremes() {
            var rule = SuspensionRule(suspended: 0)
            for reading: Int64 in [-300_000, 200_000, -5, 400_000_000, 0, .min] {
                #expect(rule.hints(after: .interval, suspended: reading) == [])
            }
            #expect(rule.hints(after: .interval, suspended: .max) == [.woke])
        }
    }

    /// A hub over scripted watches, on threads that can be joined.
    private final class HubBench: Sendable {
        let suspended = Locked<Int64>(0)
        let hub: ClockWatchHub
        private let watches: Locked<[ScriptedWatch]>
        private let threads: Locked<[UInt]>

        init() {
            let watches = Locked<[ScriptedWatch]>([])
            let threads = Locked<[UInt]>([])
            let suspended = suspended
            hub = ClockWatchHub(
                makeWatch: {
                    let watch = ScriptedWatch()
                    watches.withLock { $0.append(watch) }
                    return watch
                },
                suspended: { suspended.withLock { $0 } },
                startThread: { body in
                    guard let thread = WatchThread.create(body) else { return false }
                    threads.withLock { $0.append(UInt(thread)) }
                    return true
                }
            )
            self.watches = watches
            self.threads = threads
        }

        var watch: ScriptedWatch? { watches.withLock { $0.last } }
        var watchCount: Int { watches.withLock { $0.count } }

        func joinThreads() {
            let all = threads.withLock { threads in
                defer { threads = [] }
                return threads
            }
            for thread in all { pthread_join(pthread_t(thread), nil) }
        }
    }

    /// Waits for events that a test makes happen.
    private final class ScriptedWatch: ClockEventWaiting {
        private let events = Locked<[ClockEvent]>([])
        private let signal = Semaphore()
        private let stopped = Locked(false)

        var isStopped: Bool { stopped.withLock { $0 } }

        func happen(_ event: ClockEvent) {
            events.withLock { $0.append(event) }
            signal.post()
        }

        func wait() -> ClockEvent {
            signal.wait()
            return events.withLock { $0.isEmpty ? .stopped : $0.removeFirst() }
        }

        func stop() {
            stopped.withLock { $0 = true }
            happen(.stopped)
        }
    }

    /// Keeps the hints that came, for a thread that waits for them.
    private final class Hints: Sendable {
        private let hints = Locked<[SystemHint]>([])
        private let signal = Semaphore()

        var all: [SystemHint] { hints.withLock { $0 } }

        @Sendable func add(_ hint: SystemHint) {
            hints.withLock { $0.append(hint) }
            signal.post()
        }

        func wait(for count: Int) {
            for _ in 0..<count { signal.wait() }
        }
    }

    /// The system's semaphore; these tests are about threads, which nothing virtual stands for.
    private final class Semaphore: @unchecked Sendable {
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() {
            sem_init(semaphore, 0, 0)
        }

        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }

        func post() { sem_post(semaphore) }

        func wait() {
            while sem_wait(semaphore) != 0, errno == EINTR {}
        }
    }
#endif
